/**
 * How a process that is a guest in somebody else's application reaches the database: by few connections of its own, which
 * never touch the application's DataSource, and whose timeouts are set for what they carry.
 */
@NullMarked
package dev.holdfast.store.connect;

import org.jspecify.annotations.NullMarked;
