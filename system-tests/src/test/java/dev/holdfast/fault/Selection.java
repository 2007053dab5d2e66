package dev.holdfast.fault;

import static dev.holdfast.fault.FaultPoint.*;

import dev.holdfast.fault.Case.Mode;
import dev.holdfast.fault.Case.Policy;
import dev.holdfast.fault.Fault.Action;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which cases a run tries. See {@link FaultWalkScenario} for the properties. */
final class Selection {

    /**
     * Halts that every build tries: what stands before and after each commit, send and ack of a task's life. The points
     * between the statements of one transaction leave what the one before its commit leaves.
     */
    private static final Set<FaultPoint> HALTS = EnumSet.of(
            SUBMIT_BEFORE_COMMIT,
            SUBMIT_AFTER_COMMIT,
            GRANT_BEFORE_COMMIT,
            GRANT_AFTER_COMMIT,
            PUBLISH_MID_BATCH,
            PUBLISH_AFTER_SEND,
            PUBLISH_CONFIRMED,
            LOST_LEASED,
            CANCEL_AFTER_ASK,
            REPAIR_AFTER_COMMIT,
            JOIN_LOCKED,
            JOIN_ANNOUNCED,
            JOIN_REGISTERED,
            DELIVERY_ARRIVED,
            CLAIM_BEFORE,
            CLAIM_AFTER_COMMIT,
            CLAIM_BEFORE_ACK,
            HANDLER_BEFORE,
            HANDLER_AFTER,
            FINISH_BEFORE_COMMIT,
            FINISH_AFTER_COMMIT,
            FINISH_BEFORE_SIGNAL,
            LEAVE_CLAIMS_STOPPED,
            LEAVE_RESULTS_STORED,
            LEAVE_ROW_ENDED,
            END_BEFORE_COMMIT,
            END_AFTER_COMMIT,
            REAP_BETWEEN_WORKERS);

    /** Pauses that every build tries: those that keep a lock, a lease or a message while others go on. */
    private static final Set<FaultPoint> PAUSES = EnumSet.of(
            SUBMIT_BEFORE_COMMIT,
            GRANT_LOCKED,
            GRANT_BEFORE_COMMIT,
            PUBLISH_BEFORE_SEND,
            PUBLISH_CONFIRMED,
            JOIN_SETTLED,
            JOIN_REGISTERED,
            CLAIM_AFTER_COMMIT,
            HANDLER_BEFORE,
            FINISH_BEFORE_COMMIT,
            END_LOCKED,
            END_BEFORE_COMMIT);

    private Selection() {}

    static List<Case> chosen() {
        String walk = System.getProperty("holdfast.walk", "");
        Pattern names = Pattern.compile(System.getProperty("holdfast.walk.cases", ""));
        List<String> part =
                List.of(System.getProperty("holdfast.walk.part", "1/1").split("/", 2));
        int turn = Integer.parseInt(part.get(0)) - 1;
        int turns = Integer.parseInt(part.get(1));
        List<Case> all = walk.equals("all") ? everything() : each();
        boolean everyBuild = walk.isEmpty() && names.pattern().isEmpty();
        List<Case> some = all.stream()
                .filter(one -> !everyBuild || isInEveryBuild(one))
                .filter(one -> names.matcher(one.toString()).find())
                .toList();
        return Stream.iterate(0, i -> i < some.size(), i -> i + 1)
                .filter(i -> i % turns == turn)
                .map(some::get)
                .toList();
    }

    private static boolean isInEveryBuild(Case one) {
        return (one.action() == Action.HALT ? HALTS : PAUSES).contains(one.point());
    }

    private static List<Case> everything() {
        List<Case> all = new ArrayList<>();
        for (FaultPoint point : FaultPoint.values()) {
            for (Way way : Ways.to(point)) {
                for (Action action : List.of(Action.HALT, Action.PAUSE)) {
                    for (Policy policy : Policy.values()) {
                        for (Mode mode : Mode.values()) {
                            all.add(new Case(point, way, action, policy, mode));
                        }
                    }
                }
            }
        }
        return all;
    }

    /** Each way to each point with each action, in turn with another policy and mode. */
    private static List<Case> each() {
        List<Case> all = new ArrayList<>();
        int turn = 0;
        for (FaultPoint point : FaultPoint.values()) {
            for (Way way : Ways.to(point)) {
                all.add(inTurn(point, way, Action.HALT, turn));
                all.add(inTurn(point, way, Action.PAUSE, turn + 5));
                turn++;
            }
        }
        return all;
    }

    private static Case inTurn(FaultPoint point, Way way, Action action, int turn) {
        return new Case(point, way, action, Policy.values()[turn % 2], Mode.values()[turn % 3]);
    }
}
