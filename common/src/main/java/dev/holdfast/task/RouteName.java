package dev.holdfast.task;

import java.util.Comparator;
import java.util.regex.Pattern;

/** A queue and a task type: what a worker subscribes to, and what has a broker queue and a window of its own. */
public record RouteName(String queue, String type) implements Comparable<RouteName> {

    private static final Comparator<RouteName> ORDER =
            Comparator.comparing(RouteName::queue).thenComparing(RouteName::type);

    /** The form of queue names and task types. */
    public static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

    public RouteName {
        require("queue", queue);
        require("type", type);
    }

    @Override
    public int compareTo(RouteName other) {
        return ORDER.compare(this, other);
    }

    private static void require(String field, String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException(
                    field + " has 1–100 characters of A-Z a-z 0-9 . _ - and begins with a letter or digit: " + name);
        }
    }
}
