package dev.holdfast.chaos.judge;

import java.util.UUID;

/** A reservation that is left. Whether it is held or waits is the product's word, and not asked. */
record ReservationRow(UUID task, String resource) {}
