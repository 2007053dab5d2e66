/** An application of somebody's own: two handlers, one that publishes a report as a file and one that does so in a table. */
@NullMarked
package dev.holdfast.examples;

import org.jspecify.annotations.NullMarked;
