package dev.holdfast.task;

/**
 * A resource that a task needs while it runs.
 *
 * @param resource free text, 1–200 characters
 */
public record ResourceRequest(String resource, Mode mode) {

    public static final int MAX_NAME = 200;
    public static final int MAX_PER_TASK = 32;

    /** Only shared with shared does not conflict. */
    public enum Mode {
        SHARED,
        EXCLUSIVE
    }

    public ResourceRequest {
        int length = resource.codePointCount(0, resource.length());
        if (length < 1 || length > MAX_NAME) {
            throw new IllegalArgumentException("a resource name has 1–" + MAX_NAME + " characters, got " + length);
        }
    }
}
