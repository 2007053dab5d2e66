package dev.holdfast.store.publish;

import dev.holdfast.task.AttemptKey;

/**
 * A message that the broker confirmed.
 *
 * @param ageMillis how long ago it was sent, so that the database's clock alone dates it
 */
public record Published(AttemptKey key, long ageMillis) {}
