package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.client.ApiException;
import dev.holdfast.quickstart.client.DispatcherUnreachable;
import dev.holdfast.quickstart.client.HoldfastClient;
import dev.holdfast.quickstart.stack.StackException;
import dev.holdfast.quickstart.stack.StackState;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** Asks a dispatcher whether everything is in order, and has it repair what is not. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Shows whether every invariant holds, and what violates it.",
            "Ends with 0 when all hold, with 1 when one does not or could not be looked at, with 2 when no dispatcher",
            "answers. After a repair that is about what was found afterwards."
        })
final class CheckCommand implements Callable<Integer> {

    private static final int UNREACHABLE = 2;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int SHOWN = 20;

    @Mixin
    private Home home = new Home();

    @Option(names = "--url", paramLabel = "URL", description = "Of a dispatcher (default: that of the running stack).")
    private @Nullable String url;

    @Option(names = "--repair", description = "Settle what can be settled safely while everything runs.")
    private boolean repair;

    @Option(
            names = "--after-failover",
            description =
                    "With --repair, after a failover of PostgreSQL that may have lost commits: first raise the fencing"
                            + " token, and settle every running attempt once the leases of all workers have run out.")
    private boolean afterFailover;

    @Override
    public Integer call() {
        if (afterFailover && !repair) {
            System.err.println("holdfast: --after-failover changes things: it needs --repair");
            return UNREACHABLE;
        }
        try {
            HoldfastClient client = new HoldfastClient(
                    url != null ? url : StackState.read(home.stack()).dispatcherUrl(), PATIENCE);
            JsonNode check;
            if (repair) {
                JsonNode answer = client.repair(afterFailover);
                report(answer.path("repairs"));
                check = answer.path("after");
            } else {
                check = client.get("/api/v1/check");
            }
            show(check);
            return check.path("ok").asBoolean(false) ? 0 : 1;
        } catch (DispatcherUnreachable | ApiException | StackException e) {
            System.err.println("holdfast: " + e.getMessage());
            return UNREACHABLE;
        }
    }

    private static void report(JsonNode repairs) {
        for (JsonNode one : repairs) {
            Console.say("%-8s %-20s %s: %s"
                    .formatted(
                            one.path("settled").asBoolean(false) ? "settled" : "left",
                            text(one, "invariant"),
                            about(one),
                            text(one, "did")));
        }
        Console.say(repairs.isEmpty() ? "Nothing to repair." : "");
    }

    private static void show(JsonNode check) {
        Console.say("%-20s %-9s %-4s %s".formatted("INVARIANT", "STATUS", "", "MEANING"));
        for (JsonNode invariant : check.path("invariants")) {
            JsonNode violations = invariant.path("violations");
            Console.say("%-20s %-9s %-4s %s"
                    .formatted(
                            text(invariant, "name"),
                            text(invariant, "status"),
                            violations.isEmpty() ? "" : Integer.toString(violations.size()),
                            text(invariant, "meaning")));
            int shown = 0;
            for (JsonNode violation : violations) {
                if (shown++ == SHOWN) {
                    Console.say("    and " + (violations.size() - SHOWN) + " more");
                    break;
                }
                Console.say("    %s: %s, since %s"
                        .formatted(about(violation), text(violation, "detail"), text(violation, "since")));
            }
            if (!text(invariant, "unknown").equals("-")) {
                Console.say("    not looked at: " + text(invariant, "unknown"));
            }
            if (!text(invariant, "coverage").equals("-")) {
                Console.say("    " + text(invariant, "coverage"));
            }
        }
    }

    /** What it is about: a task, a resource, or both. */
    private static String about(JsonNode one) {
        String task = text(one, "task");
        String resource = text(one, "resource");
        return resource.equals("-") ? task : task + " on " + resource;
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("-");
    }
}
