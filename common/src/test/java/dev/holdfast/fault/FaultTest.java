package dev.holdfast.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.fault.Fault.Action;
import org.junit.jupiter.api.Test;

class FaultTest {

    @Test
    void a_point_alone_halts_at_its_first_reach() {
        assertThat(Fault.parse("claim-after-commit"))
                .containsExactly(new Fault(FaultPoint.CLAIM_AFTER_COMMIT, 1, Action.HALT));
    }

    @Test
    void number_and_action_may_be_left_out_each() {
        assertThat(Fault.parse("claim-before:3:pause, handler-after:throw,handler-before:2"))
                .containsExactly(
                        new Fault(FaultPoint.CLAIM_BEFORE, 3, Action.PAUSE),
                        new Fault(FaultPoint.HANDLER_AFTER, 1, Action.THROW),
                        new Fault(FaultPoint.HANDLER_BEFORE, 2, Action.HALT));
    }

    @Test
    void an_unknown_point_is_named_with_those_that_there_are() {
        assertThatThrownBy(() -> Fault.parse("claim-afterwards:halt"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'claim-afterwards'")
                .hasMessageContaining("claim-after-commit")
                .hasMessageContaining("submit-before-commit");
    }

    @Test
    void what_cannot_be_meant_is_refused() {
        for (String text : new String[] {
            "claim-before:0",
            "claim-before:explode",
            "claim-before:halt:2",
            "claim-before:1:halt:1",
            "claim-before:",
            ""
        }) {
            assertThatThrownBy(() -> Fault.parse(text)).as(text).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
