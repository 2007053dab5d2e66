package dev.holdfast.store.grant;

/**
 * How much one pass does in one transaction.
 *
 * @param slice rows per statement
 * @param max tasks looked at or woken, after which the pass commits; a transaction stays below some 100 ms with 2,000
 */
public record GrantBounds(int slice, int max) {

    public static final GrantBounds DEFAULT = new GrantBounds(1_000, 2_000);

    public GrantBounds {
        if (slice < 1 || max < 1) {
            throw new IllegalArgumentException("slice and max are at least 1, got " + slice + " and " + max);
        }
    }
}
