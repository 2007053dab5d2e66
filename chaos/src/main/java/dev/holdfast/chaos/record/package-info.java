/**
 * The independent record of a chaos run. Handlers, the driver and its submitters append what they saw as JSON lines, each
 * line in one write, outside Holdfast: nothing of the product is asked, so nothing of it can be wrong here. Reading
 * forgives a line that was torn because its process was killed while it wrote; it counts those.
 */
@NullMarked
package dev.holdfast.chaos.record;

import org.jspecify.annotations.NullMarked;
