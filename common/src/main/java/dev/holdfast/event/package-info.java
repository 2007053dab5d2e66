/** What happened to tasks, as one stream that logs, metrics and tests listen to. */
@NullMarked
package dev.holdfast.event;

import org.jspecify.annotations.NullMarked;
