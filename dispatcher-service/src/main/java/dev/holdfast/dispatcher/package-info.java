/** The dispatcher service, put together: its parts are the packages below, each a verb of a task's life. */
@NullMarked
package dev.holdfast.dispatcher;

import org.jspecify.annotations.NullMarked;
