package dev.holdfast.chaos.proxy;

/** What becomes of bytes on their way. */
enum Flow {
    FLOWING,
    /** They wait. */
    STALLED,
    /** They are gone. */
    SWALLOWED
}
