package dev.holdfast.chaos.judge;

/** Nothing of a task runs once it is final. */
final class AfterTheEnd implements Oracle {

    /** Between the time that the history gives and the commit; the handler's last line comes before both. */
    static final long TOLERANCE = 20_000;

    @Override
    public String name() {
        return "no run after the end (+20 ms)";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        Waking waking = new Waking(evidence);
        for (TaskStory task : evidence.tasks()) {
            Transition end = task.end();
            if (end != null) {
                task.runs.forEach(run -> {
                    findings.looked();
                    LinesAfter.judge(run, end.at() + TOLERANCE, "its task was " + end.to(), evidence, waking, findings);
                });
            }
        }
    }
}
