package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Need;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs that conflict on a resource are never at work at the same time, by what their handlers wrote. Which of two was
 * meant to be first says the fencing token; the older one may write nothing once the newer one has started.
 */
final class Apart implements Oracle {

    private record Use(Run run, Need need) {}

    @Override
    public String name() {
        return "conflicting runs apart";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        Map<String, List<Use>> byResource = new HashMap<>();
        for (Run run : evidence.runs()) {
            for (Need need : run.needs()) {
                byResource
                        .computeIfAbsent(need.name(), name -> new ArrayList<>())
                        .add(new Use(run, need));
            }
        }
        Waking waking = new Waking(evidence);
        byResource.forEach((resource, uses) -> judge(resource, uses, evidence, waking, findings));
        findings.note("%d resources", byResource.size());
    }

    /** In the order of the tokens; the latest end so far says how far back one has to look. */
    private static void judge(String resource, List<Use> uses, Evidence evidence, Waking waking, Findings findings) {
        uses.sort(Comparator.comparingLong(use -> use.run().token()));
        long[] latest = new long[uses.size()];
        for (int i = 0; i < uses.size(); i++) {
            findings.looked();
            Use newer = uses.get(i);
            long started = newer.run().started();
            for (int j = i - 1; j >= 0 && latest[j] > started; j--) {
                Use older = uses.get(j);
                if (older.run().until() > started && older.need().conflictsWith(newer.need())) {
                    overlap(resource, older.run(), newer.run(), evidence, waking, findings);
                }
            }
            latest[i] = Math.max(newer.run().until(), i == 0 ? 0 : latest[i - 1]);
        }
    }

    private static void overlap(
            String resource, Run older, Run newer, Evidence evidence, Waking waking, Findings findings) {
        long from = newer.started();
        String excuse = null;
        for (long line : older.lines().after(from)) {
            excuse = waking.excuse(older, line);
            if (excuse == null) {
                break;
            }
        }
        long end = Math.max(older.lastLine(), from);
        boolean ranSilently = older.lastLine() <= from;
        String what = String.format(
                "%s ran until %s, %s started at %s",
                older.name(), evidence.when(ranSilently ? older.until() : end), newer.name(), evidence.when(from));
        if (excuse == null) {
            findings.violation(from, resource, what, older.task(), newer.task());
        } else {
            findings.allow(end, resource, what, excuse, older.task(), newer.task());
        }
    }
}
