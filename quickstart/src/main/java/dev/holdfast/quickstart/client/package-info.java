/**
 * Talks to a dispatcher over HTTP, as any program would: submits tasks, asks what became of them, and waits for their end.
 *
 * <p>A dispatcher that is being restarted is waited for; a submission that was repeated because its answer was lost is
 * recognized by its idempotency key.
 */
@NullMarked
package dev.holdfast.quickstart.client;

import org.jspecify.annotations.NullMarked;
