package dev.holdfast.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The faults that the environment asks for, and how often each point was reached. Thread-safe. */
final class ArmedFaults {

    private final List<Fault> faults;
    private final @Nullable Path record;
    private final @Nullable Path armedBy;
    private final AtomicInteger[] reached = new AtomicInteger[FaultPoint.values().length];
    private volatile boolean armed;

    private ArmedFaults(List<Fault> faults, @Nullable Path record, @Nullable Path armedBy) {
        this.faults = faults;
        this.record = record;
        this.armedBy = armedBy;
        this.armed = armedBy == null;
        Arrays.setAll(reached, i -> new AtomicInteger());
    }

    /**
     * @param environment gives the value of a variable, or null
     * @return empty if nothing is asked for
     * @throws IllegalArgumentException if what is asked for makes no sense
     */
    static Optional<ArmedFaults> of(UnaryOperator<@Nullable String> environment) {
        String faults = given(environment, "HOLDFAST_FAULT");
        String record = given(environment, "HOLDFAST_FAULT_RECORD");
        String armedBy = given(environment, "HOLDFAST_FAULT_ARMED");
        if (faults == null && record == null) {
            return Optional.empty();
        }
        return Optional.of(new ArmedFaults(
                faults == null ? List.of() : Fault.parse(faults),
                record == null ? null : Path.of(record),
                armedBy == null ? null : Path.of(armedBy)));
    }

    private static @Nullable String given(UnaryOperator<@Nullable String> environment, String name) {
        String value = environment.apply(name);
        return value == null || value.isBlank() ? null : value;
    }

    void reached(FaultPoint point) {
        if (!isArmed()) {
            return;
        }
        int times = reached[point.ordinal()].incrementAndGet();
        if (times == 1) {
            note(point);
        }
        for (Fault fault : faults) {
            if (fault.point() == point && fault.nth() == times) {
                strike(fault);
            }
        }
    }

    private boolean isArmed() {
        Path file = armedBy;
        if (!armed && file != null && Files.exists(file)) {
            armed = true;
        }
        return armed;
    }

    private void note(FaultPoint point) {
        if (record == null) {
            return;
        }
        try {
            Files.writeString(record, point.label() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write HOLDFAST_FAULT_RECORD", e);
        }
    }

    private static void strike(Fault fault) {
        // Past the logging, which may buffer: whoever waits for this line must see it before the process is gone.
        System.err.println("fault point " + fault.point().label() + " reached, " + fault.nth() + ", "
                + fault.action().word());
        System.err.flush();
        switch (fault.action()) {
            case HALT -> Runtime.getRuntime().halt(137);
            case PAUSE -> stopSelf();
            case THROW -> throw new FaultException(fault.point());
        }
    }

    /** Returns after somebody sent SIGCONT. */
    private static void stopSelf() {
        try {
            new ProcessBuilder(
                            "kill",
                            "-STOP",
                            Long.toString(ProcessHandle.current().pid()))
                    .inheritIO()
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run kill", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
