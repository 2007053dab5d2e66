package dev.holdfast.store.submit;

/**
 * A caller's own name for one submit, kept for seven days.
 *
 * @param key 1–255 visible ASCII characters
 * @param bodySha256 of what was sent, in a form in which equal requests are equal bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared here: the database does
public record IdempotencyKey(String caller, String key, byte[] bodySha256) {}
