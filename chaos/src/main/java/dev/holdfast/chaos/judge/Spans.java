package dev.holdfast.chaos.judge;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** A set of moments: spans in order, apart from each other. */
record Spans(List<Span> spans) {

    static final Spans NONE = new Spans(List.of());

    /** All moments that lie in at least one of these. */
    static Spans union(Collection<Span> parts) {
        List<Span> sorted = new ArrayList<>(parts);
        sorted.removeIf(span -> span.length() <= 0);
        sorted.sort(Comparator.comparingLong(Span::from));
        List<Span> merged = new ArrayList<>();
        for (Span span : sorted) {
            Span last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last != null && span.from() <= last.to()) {
                merged.set(merged.size() - 1, new Span(last.from(), Math.max(last.to(), span.to())));
            } else {
                merged.add(span);
            }
        }
        return new Spans(merged);
    }

    /** The moments of the span that are not in this set. */
    Spans gapsIn(Span whole) {
        List<Span> gaps = new ArrayList<>();
        long at = whole.from();
        for (int i = firstEndingAfter(whole.from()); i < spans.size(); i++) {
            Span span = spans.get(i);
            if (span.from() >= whole.to()) {
                break;
            }
            if (span.from() > at) {
                gaps.add(new Span(at, span.from()));
            }
            at = Math.max(at, span.to());
        }
        if (at < whole.to()) {
            gaps.add(new Span(at, whole.to()));
        }
        return new Spans(gaps);
    }

    /** The moments of the span that are in this set. */
    List<Span> within(Span whole) {
        List<Span> parts = new ArrayList<>();
        for (int i = firstEndingAfter(whole.from()); i < spans.size(); i++) {
            Span span = spans.get(i);
            if (span.from() >= whole.to()) {
                break;
            }
            parts.add(new Span(Math.max(span.from(), whole.from()), Math.min(span.to(), whole.to())));
        }
        return parts;
    }

    /** The moments that are in both sets. */
    Spans and(Spans other) {
        return new Spans(
                spans.stream().flatMap(span -> other.within(span).stream()).toList());
    }

    boolean covers(Span whole) {
        return gapsIn(whole).spans.isEmpty();
    }

    boolean touches(Span whole) {
        return !within(whole).isEmpty();
    }

    long length() {
        return spans.stream().mapToLong(Span::length).sum();
    }

    private int firstEndingAfter(long at) {
        int low = 0;
        int high = spans.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (spans.get(middle).to() <= at) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
