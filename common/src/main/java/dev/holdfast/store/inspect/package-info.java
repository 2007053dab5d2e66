/**
 * What became of tasks, and why they wait: the read side. Filters and pages are served by JPA over the view {@code
 * task_overview}; the rest by statements in files. Nothing here changes anything or takes a lock.
 */
@NullMarked
package dev.holdfast.store.inspect;

import org.jspecify.annotations.NullMarked;
