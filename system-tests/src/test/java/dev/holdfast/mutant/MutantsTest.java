package dev.holdfast.mutant;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each mutant still fits today's code. That each is caught is found out by {@code ./mvnw -Pmutants verify}. */
class MutantsTest {

    static List<Mutant> mutants() {
        return Mutants.ALL;
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void its_edits_apply_and_compile_and_its_test_exists(Mutant mutant) throws Exception {
        Overlay.of(mutant, Mutants.directory("fit").resolve(mutant.slug()));

        try (TestClasses classes = TestClasses.of(mutant.catcher().module())) {
            List<String> methods = Arrays.stream(
                            classes.load(mutant.catcher().type()).getDeclaredMethods())
                    .map(java.lang.reflect.Method::getName)
                    .toList();
            assertThat(methods).containsAll(mutant.catcher().methods());
        }
    }

    @Test
    void no_two_have_one_name() {
        assertThat(Mutants.ALL).extracting(Mutant::slug).doesNotHaveDuplicates();
    }
}
