package dev.holdfast.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The faults that the environment asks for, and how often each point was reached. Thread-safe. */
final class ArmedFaults {

    private final @Nullable Path record;
    /** Where the faults stand that count now; null if they stand in the environment. */
    private final @Nullable Path file;

    private String text = "";
    private List<Fault> faults;
    private final Map<FaultPoint, Integer> reached = new EnumMap<>(FaultPoint.class);
    private final Set<FaultPoint> noted = EnumSet.noneOf(FaultPoint.class);

    private ArmedFaults(List<Fault> faults, @Nullable Path file, @Nullable Path record) {
        this.faults = faults;
        this.file = file;
        this.record = record;
    }

    /**
     * @param environment gives the value of a variable, or null
     * @return empty if nothing is asked for
     * @throws IllegalArgumentException if what is asked for makes no sense
     */
    static Optional<ArmedFaults> of(UnaryOperator<@Nullable String> environment) {
        String faults = given(environment, "HOLDFAST_FAULT");
        String record = given(environment, "HOLDFAST_FAULT_RECORD");
        if (faults == null && record == null) {
            return Optional.empty();
        }
        Path noted = record == null ? null : Path.of(record);
        if (faults != null && faults.startsWith("@")) {
            return Optional.of(new ArmedFaults(List.of(), Path.of(faults.substring(1)), noted));
        }
        return Optional.of(new ArmedFaults(faults == null ? List.of() : Fault.parse(faults), null, noted));
    }

    private static @Nullable String given(UnaryOperator<@Nullable String> environment, String name) {
        String value = environment.apply(name);
        return value == null || value.isBlank() ? null : value;
    }

    void reached(FaultPoint point) {
        Fault due = count(point);
        if (due != null) {
            strike(due);
        }
    }

    private synchronized @Nullable Fault count(FaultPoint point) {
        readAgain();
        if (noted.add(point)) {
            note(point);
        }
        int times = reached.merge(point, 1, Integer::sum);
        return faults.stream()
                .filter(fault -> fault.point() == point && fault.nth() == times)
                .findFirst()
                .orElse(null);
    }

    /** When the file says something else than before, that counts from now on, from the first reach. */
    private void readAgain() {
        if (file == null) {
            return;
        }
        try {
            String now = Files.exists(file) ? Files.readString(file).trim() : "";
            if (!now.equals(text)) {
                text = now;
                faults = now.isEmpty() ? List.of() : Fault.parse(now);
                reached.clear();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the faults in " + file, e);
        }
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
