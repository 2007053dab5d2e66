/**
 * Grants against a naive oracle: random sequences compared after every pass, two granting sessions beside everything that
 * changes the lines, directed interleavings at every statement boundary, and altered statements that must be noticed.
 */
@NullMarked
package dev.holdfast.store.grant;

import org.jspecify.annotations.NullMarked;
