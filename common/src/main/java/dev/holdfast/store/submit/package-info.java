/**
 * How a task enters the store: one transaction for any number of tasks, all or nothing. Each comes in as SCHEDULED, as a
 * candidate, as a watcher together with its own mark, or parked; nothing here grants, and nothing waits for the broker.
 */
@NullMarked
package dev.holdfast.store.submit;

import org.jspecify.annotations.NullMarked;
