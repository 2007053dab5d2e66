/**
 * How deliveries become attempts of this process. One thread claims what has arrived, many in one statement, and answers
 * each delivery only when the commit is durable: from then on the lease guards the attempt, not the broker. A claim whose
 * answer was not heard may have been committed: its attempt stays on the heartbeat's list and is given back
 * ({@code INTERRUPTED}, it never ran) before anything else is claimed, and only then its message is returned.
 */
@NullMarked
package dev.holdfast.worker.claim;

import org.jspecify.annotations.NullMarked;
