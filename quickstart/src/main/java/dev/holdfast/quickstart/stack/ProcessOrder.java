package dev.holdfast.quickstart.stack;

import java.util.Comparator;

/** By role, then by number: {@code worker-2} comes before {@code worker-10}. */
final class ProcessOrder {

    static final Comparator<String> OF_START =
            Comparator.comparing(Role::of).thenComparingInt(String::length).thenComparing(Comparator.naturalOrder());

    private ProcessOrder() {}
}
