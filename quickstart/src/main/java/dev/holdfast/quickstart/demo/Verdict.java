package dev.holdfast.quickstart.demo;

import dev.holdfast.quickstart.client.FinalStates;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Checks at the end that all was done, by what is on disk and what the commands wrote rather than by what was promised. */
final class Verdict {

    private final Workspace workspace;
    private final DemoTasks tasks;
    private final Narrator narrator;
    private boolean good = true;

    Verdict(Workspace workspace, DemoTasks tasks, Narrator narrator) {
        this.workspace = workspace;
        this.tasks = tasks;
        this.narrator = narrator;
    }

    /** @param originals the known checksums, by repository and path */
    boolean pronounce(Map<String, SortedMap<String, String>> originals, Crash.Victim victim) throws IOException {
        allSucceeded();
        for (String repository : originals.keySet()) {
            Evidence evidence = Evidence.read(repository, workspace.evidence(repository));
            noOverlap(evidence);
            evidenceFitsAttempts(evidence);
        }
        lostAttemptsAreTold(victim);
        for (var original : originals.entrySet()) {
            identical(original.getKey(), original.getValue());
        }
        return good;
    }

    private void allSucceeded() {
        List<String> bad = new ArrayList<>();
        for (DemoTasks.Task task : tasks.all()) {
            JsonNode now = tasks.now(task);
            if (!FinalStates.succeeded(now)) {
                bad.add(task.name() + " is " + now.path("state").asString() + ": "
                        + now.path("error").toString());
            }
        }
        check(bad, "all " + tasks.all().size() + " tasks SUCCEEDED");
    }

    private void noOverlap(Evidence evidence) {
        long runs = evidence.entered().size();
        check(
                OverlapJudge.judge(evidence),
                evidence.repository() + ": by the evidence of " + runs + " runs, no two that conflict ever overlapped");
    }

    /** Each finished run is a successful attempt, and each run that was cut short a lost one; nothing ran unrecorded. */
    private void evidenceFitsAttempts(Evidence evidence) {
        TreeSet<String> expected = new TreeSet<>();
        TreeSet<String> mayHaveBegun = new TreeSet<>();
        for (DemoTasks.Task task : tasks.all()) {
            if (task.repository().equals(evidence.repository())) {
                for (JsonNode attempt : tasks.attempts(task)) {
                    String run = task.id() + "#" + attempt.path("number").asInt();
                    boolean succeeded = attempt.path("outcome").asString("").equals("SUCCEEDED");
                    (succeeded ? expected : mayHaveBegun).add(run);
                }
            }
        }
        List<String> bad = new ArrayList<>();
        for (Evidence.Entered run : evidence.entered()) {
            boolean left = evidence.hasLeft(run.run());
            if (left ? !expected.remove(run.run()) : !mayHaveBegun.contains(run.run())) {
                bad.add("run " + run.run() + (left ? " finished" : " was cut short")
                        + ", which no attempt on record explains");
            }
        }
        expected.forEach(run -> bad.add("attempt " + run + " is on record, and left no evidence"));
        check(
                bad,
                evidence.repository() + ": every run is on record as an attempt, and every attempt left its evidence");
    }

    private void lostAttemptsAreTold(Crash.Victim victim) {
        List<String> bad = new ArrayList<>();
        for (DemoTasks.Task task : victim.cutShort()) {
            List<JsonNode> attempts = tasks.attempts(task);
            boolean told = attempts.stream()
                    .anyMatch(attempt -> attempt.path("outcome").asString("").equals("LOST"));
            boolean ranAgain = attempts.stream()
                    .anyMatch(attempt -> attempt.path("outcome").asString("").equals("SUCCEEDED"));
            if (!told || !ranAgain) {
                bad.add(task.name() + ": " + attempts);
            }
        }
        check(bad, "what " + victim.worker() + " ran has a LOST attempt on record, and a later one that succeeded");
    }

    private void identical(String repository, SortedMap<String, String> original) throws IOException {
        SortedMap<String, String> copy = Checksums.ofTree(workspace.mirror(repository));
        List<String> bad = new ArrayList<>();
        if (!copy.equals(original)) {
            TreeSet<String> paths = new TreeSet<>(original.keySet());
            paths.addAll(copy.keySet());
            paths.stream()
                    .filter(path -> !String.valueOf(original.get(path)).equals(copy.get(path)))
                    .limit(5)
                    .forEach(path -> bad.add(path + ": " + original.get(path) + " became " + copy.get(path)));
        }
        check(bad, repository + ": all " + original.size() + " files of the copy are identical, by SHA-256");
    }

    private void check(List<String> faults, String claim) {
        narrator.check(faults.isEmpty(), claim);
        faults.forEach(fault -> narrator.plain("         " + fault));
        good &= faults.isEmpty();
    }
}
