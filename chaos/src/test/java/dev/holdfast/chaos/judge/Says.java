package dev.holdfast.chaos.judge;

import static org.assertj.core.api.Assertions.assertThat;

/** What a verdict is expected to say. */
final class Says {

    private Says() {}

    static void clean(Verdict verdict) {
        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.allowed()).isEmpty();
    }

    /** Exactly one violation, whose text has this in it. */
    static void violation(Verdict verdict, String text) {
        assertThat(verdict.violations()).hasSize(1);
        assertThat(verdict.violations().get(0).what()).contains(text);
        assertThat(verdict.isClean()).isFalse();
    }

    /** No violation, and one case excused by what has this in it. */
    static void excused(Verdict verdict, String text) {
        assertThat(verdict.violations()).isEmpty();
        assertThat(verdict.allowed()).hasSize(1);
        assertThat(verdict.allowed().get(0).explanation()).contains(text);
    }
}
