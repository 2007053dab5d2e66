package dev.holdfast.chaos.judge;

/** Each run is one claim: by one process, once, after the claim, with the token of the claim. */
final class Claimed implements Oracle {

    @Override
    public String name() {
        return "one claim, one run";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        for (TaskStory task : evidence.tasks()) {
            Run before = null;
            for (Run run : task.runs) {
                findings.looked();
                judge(run, findings);
                if (before != null && before.attempt() == run.attempt()) {
                    findings.violation(run.started(), null, before.name() + " ran also as " + run.name(), task);
                }
                before = run;
            }
        }
        findings.note("%d lines of handlers", evidence.recorded().runs().size());
    }

    private static void judge(Run run, Findings findings) {
        TaskStory task = run.task();
        if (run.starts() != 1) {
            findings.violation(run.started(), null, run.name() + " wrote " + run.starts() + " starts", task);
        }
        boolean claimed = task.history.stream()
                .anyMatch(step ->
                        step.to().equals("RUNNING") && step.attempt() == run.attempt() && step.at() <= run.started());
        if (!claimed) {
            findings.violation(run.started(), null, run.name() + " started without a claim before it", task);
        }
        AttemptRow row = run.row();
        if (row != null && row.token() != run.token()) {
            findings.violation(
                    run.started(),
                    null,
                    run.name() + " had token " + run.token() + ", its claim gave " + row.token(),
                    task);
        }
    }
}
