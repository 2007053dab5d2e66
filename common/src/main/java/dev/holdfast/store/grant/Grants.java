package dev.holdfast.store.grant;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The second half of a pass: look at the best candidates of each lane, grant the free, let the blocked watch. */
final class Grants {

    /**
     * With little room, look at this many all the same: most may be blocked. 100 evaluations cost some 3 ms; going to and
     * fro for each would cost more.
     */
    private static final int LOOK_AHEAD = 100;

    record LaneKey(int route, boolean suspect) {}

    record Candidate(UUID id, LaneKey lane) {}

    /**
     * @param complete whether all its reservation rows stand in line
     * @param rank 1 for the best among the free of its lane
     */
    record Evaluation(
            Candidate candidate, boolean complete, @Nullable String blocker, boolean blockerExclusive, int rank) {

        boolean free() {
            return complete && blocker == null;
        }

        /** A damaged task watches what nobody can mark: it must not stop its lane. The invariant check reports it. */
        String watch() {
            return complete && blocker != null ? blocker : "";
        }
    }

    private final GrantStatements statements;
    private final GrantBounds bounds;
    private final List<Granted> granted = new ArrayList<>();
    private int looked;

    Grants(GrantStatements statements, GrantBounds bounds, int looked) {
        this.statements = statements;
        this.bounds = bounds;
        this.looked = looked;
    }

    /** Returns whether each lane has no room or no candidate left. */
    boolean run(List<Lane> lanes) {
        List<Lane> open = new ArrayList<>(lanes);
        open.removeIf(lane -> lane.room() == 0);
        while (!open.isEmpty() && looked < bounds.max()) {
            List<Lane> now = open.subList(0, fittingInSlice(open));
            List<Lane> later = new ArrayList<>(open.subList(now.size(), open.size()));
            later.addAll(look(now));
            open = later;
        }
        return open.isEmpty();
    }

    /** Looks once at each lane; returns those that may have more, with the room that is left. */
    private List<Lane> look(List<Lane> lanes) {
        List<Candidate> candidates =
                statements.lockCandidates(lanes, lanes.stream().map(this::most).toList());
        Map<LaneKey, Integer> seen = new HashMap<>();
        candidates.forEach(candidate -> seen.merge(candidate.lane(), 1, Integer::sum));
        Map<LaneKey, Integer> taken = candidates.isEmpty() ? Map.of() : decide(candidates, lanes);
        looked += candidates.size();
        List<Lane> rest = new ArrayList<>();
        for (Lane lane : lanes) {
            LaneKey key = new LaneKey(lane.route(), lane.suspect());
            int room = lane.room() - taken.getOrDefault(key, 0);
            if (room > 0 && seen.getOrDefault(key, 0) >= most(lane)) {
                rest.add(new Lane(lane.route(), lane.suspect(), room));
            }
        }
        return rest;
    }

    /** Grants and sets watches; returns how many were granted per lane. */
    private Map<LaneKey, Integer> decide(List<Candidate> candidates, List<Lane> lanes) {
        Map<LaneKey, Integer> rooms = new HashMap<>();
        lanes.forEach(lane -> rooms.put(new LaneKey(lane.route(), lane.suspect()), lane.room()));
        List<UUID> winners = new ArrayList<>();
        List<Evaluation> blocked = new ArrayList<>();
        Map<LaneKey, Integer> taken = new HashMap<>();
        Faults.at(FaultPoint.GRANT_CANDIDATES_LOCKED);
        for (Evaluation evaluation : statements.evaluate(candidates)) {
            LaneKey lane = evaluation.candidate().lane();
            if (!evaluation.free()) {
                blocked.add(evaluation);
            } else if (evaluation.rank() <= rooms.getOrDefault(lane, 0)) {
                winners.add(evaluation.candidate().id());
                taken.merge(lane, 1, Integer::sum);
            }
        }
        Faults.at(FaultPoint.GRANT_EVALUATED);
        if (!blocked.isEmpty()) {
            statements.watch(blocked);
            Faults.at(FaultPoint.GRANT_WATCHED);
        }
        if (!winners.isEmpty()) {
            granted.addAll(statements.grant(winners));
            Faults.at(FaultPoint.GRANT_BEFORE_COMMIT);
        }
        return taken;
    }

    private int most(Lane lane) {
        return Math.min(Math.max(lane.room(), LOOK_AHEAD), bounds.slice());
    }

    private int fittingInSlice(List<Lane> lanes) {
        int rows = 0;
        for (int i = 0; i < lanes.size(); i++) {
            rows += most(lanes.get(i));
            if (rows >= bounds.slice()) {
                return i + 1;
            }
        }
        return lanes.size();
    }

    List<Granted> granted() {
        return List.copyOf(granted);
    }

    int looked() {
        return looked;
    }
}
