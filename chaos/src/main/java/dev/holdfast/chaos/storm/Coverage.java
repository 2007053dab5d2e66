package dev.holdfast.chaos.storm;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/** What a run must have seen to say anything. Thread-safe. */
final class Coverage {

    /** Each with how often per ten minutes, at least. */
    enum Sight {
        KILL_WITH_EXCLUSIVE("SIGKILL of a worker with a running exclusive attempt", 20),
        FREEZE_BEYOND_TTL("freeze beyond ttl of a worker with a running exclusive attempt", 5),
        WIPE_WITH_QUEUED("wiped broker with 20 or more QUEUED", 3),
        BLACK_HOLE("black-holed connections", 3),
        DATABASE_RESTART("database restart in immediate mode", 3),
        SAME_NAME_RESTART("restart of a worker under its name within ttl", 5),
        CANCEL_OF_RUNNING("cancel that hit RUNNING", 500),
        CONTENDED_WAIT("wait on a contended resource", 200);

        private final String text;
        private final int perTenMinutes;

        Sight(String text, int perTenMinutes) {
            this.text = text;
            this.perTenMinutes = perTenMinutes;
        }

        String text() {
            return text;
        }
    }

    private final double minutes;
    private final Map<Sight, Integer> seen = new EnumMap<>(Sight.class);
    private final Set<UUID> waited = new HashSet<>();

    Coverage(double minutes) {
        this.minutes = minutes;
    }

    synchronized void saw(Sight sight) {
        seen.merge(sight, 1, Integer::sum);
    }

    /** These tasks wait for a resource that another one has; each counts once. */
    synchronized void sawWaiting(List<UUID> tasks) {
        waited.addAll(tasks);
        seen.put(Sight.CONTENDED_WAIT, waited.size());
    }

    synchronized int seen(Sight sight) {
        return seen.getOrDefault(sight, 0);
    }

    int needed(Sight sight) {
        return (int) Math.ceil(sight.perTenMinutes * minutes / 10);
    }

    boolean lacks(Sight sight) {
        return seen(sight) < needed(sight);
    }

    boolean isEnough() {
        return Stream.of(Sight.values()).noneMatch(this::lacks);
    }

    /** Whether a run that is so far would end with too little of it, or nearly so. */
    boolean isBehind(Sight sight, double minutesGone) {
        return seen(sight) < needed(sight) * 1.2 * Math.min(1, minutesGone / minutes);
    }

    void write(Path file) {
        Map<String, Map<String, Integer>> counts = new LinkedHashMap<>();
        for (Sight sight : Sight.values()) {
            counts.put(sight.name(), Map.of("seen", seen(sight), "needed", needed(sight)));
        }
        JsonMapper.shared().writeValue(file, counts);
    }

    String table() {
        StringBuilder table = new StringBuilder("Seen, and needed at least:\n");
        for (Sight sight : Sight.values()) {
            table.append("  %5d / %-4d %s%s%n"
                    .formatted(seen(sight), needed(sight), sight.text(), lacks(sight) ? "   <-- too few" : ""));
        }
        return table.toString();
    }
}
