package dev.holdfast.store.publish;

import java.time.Duration;
import java.util.UUID;

/**
 * A dispatcher process, as the rows that it is publishing name it.
 *
 * @param id new with each start
 * @param actor its name in the history
 * @param lease how long a row is left to it; then anybody may publish it
 */
public record Publisher(UUID id, String actor, Duration lease) {}
