package dev.holdfast.quickstart.demo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says whether two runs that exclude each other were ever at work together on one repository, by their own evidence.
 *
 * <p>A run is at work from its {@code enter} to its last sign of life: its {@code leave}, or the last tick of one that was
 * killed. The next may enter at any time after that, so a killed run that ticks once more after a conflicting run has entered
 * was not dead when its place was given away.
 */
final class OverlapJudge {

    private OverlapJudge() {}

    /** What was wrong, a sentence each; empty if all was well. */
    static List<String> judge(Evidence evidence) {
        Map<String, Integer> lastSign = new HashMap<>();
        List<Evidence.Line> lines = evidence.lines();
        for (int i = 0; i < lines.size(); i++) {
            lastSign.put(lines.get(i).run(), i);
        }
        List<String> faults = new ArrayList<>();
        Set<Evidence.Entered> atWork = new LinkedHashSet<>();
        for (int i = 0; i < lines.size(); i++) {
            int now = i;
            atWork.removeIf(run -> lastSign.getOrDefault(run.run(), -1) < now);
            if (lines.get(i) instanceof Evidence.Entered run) {
                atWork.stream()
                        .filter(other -> run.exclusive() || other.exclusive())
                        .map(other -> run.run() + " entered while " + other.run() + " was at work")
                        .forEach(faults::add);
                atWork.add(run);
            } else if (lines.get(i) instanceof Evidence.Met met) {
                faults.add(met.run() + " met " + met.other() + " alive");
            } else if (lines.get(i) instanceof Evidence.Unreadable line) {
                faults.add("unreadable evidence: " + line.run());
            }
        }
        return faults.stream()
                .map(fault -> evidence.repository() + ": " + fault)
                .toList();
    }
}
