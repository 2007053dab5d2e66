package dev.holdfast.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArmedFaultsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path directory;

    @Test
    void nothing_asked_for_is_nothing_armed() {
        assertThat(ArmedFaults.of(Map.of("HOLDFAST_FAULT", " ")::get)).isEmpty();
    }

    @Test
    void it_strikes_at_the_nth_reach_only() {
        ArmedFaults faults = armed(Map.of("HOLDFAST_FAULT", "claim-before:2:throw"));
        faults.reached(FaultPoint.CLAIM_BEFORE);
        faults.reached(FaultPoint.HANDLER_BEFORE);
        assertThatThrownBy(() -> faults.reached(FaultPoint.CLAIM_BEFORE))
                .isInstanceOf(FaultException.class)
                .hasMessageContaining("claim-before");
        faults.reached(FaultPoint.CLAIM_BEFORE);
    }

    @Test
    void a_file_says_what_counts_from_now_on() throws Exception {
        Path file = directory.resolve("faults");
        ArmedFaults faults = armed(Map.of("HOLDFAST_FAULT", "@" + file));
        faults.reached(FaultPoint.CLAIM_BEFORE);
        Files.writeString(file, "claim-before:throw");
        assertThatThrownBy(() -> faults.reached(FaultPoint.CLAIM_BEFORE)).isInstanceOf(FaultException.class);
        faults.reached(FaultPoint.CLAIM_BEFORE);
        Files.writeString(file, "claim-before:2:throw");
        faults.reached(FaultPoint.CLAIM_BEFORE);
        assertThatThrownBy(() -> faults.reached(FaultPoint.CLAIM_BEFORE)).isInstanceOf(FaultException.class);
    }

    @Test
    void each_point_is_recorded_once() throws Exception {
        Path file = directory.resolve("record");
        ArmedFaults faults = armed(Map.of("HOLDFAST_FAULT_RECORD", file.toString()));
        faults.reached(FaultPoint.HANDLER_BEFORE);
        faults.reached(FaultPoint.CLAIM_BEFORE);
        faults.reached(FaultPoint.HANDLER_BEFORE);
        assertThat(Files.readAllLines(file)).containsExactly("handler-before", "claim-before");
    }

    private static ArmedFaults armed(Map<String, String> environment) {
        return ArmedFaults.of(environment::get).orElseThrow();
    }
}
