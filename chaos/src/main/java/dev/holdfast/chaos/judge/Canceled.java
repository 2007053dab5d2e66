package dev.holdfast.chaos.judge;

import dev.holdfast.chaos.record.Cancel;

/** A cancel that was answered as final is one: nothing runs afterwards, and the database agrees. */
final class Canceled implements Oracle {

    @Override
    public String name() {
        return "no run after a final cancel";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        Waking waking = new Waking(evidence);
        int running = 0;
        for (Cancel cancel : evidence.recorded().cancels()) {
            TaskStory task = evidence.task(cancel.task());
            if (task == null || cancel.answered() == null || cancel.state() == null) {
                continue;
            }
            findings.looked();
            if (!States.isFinal(cancel.state())) {
                running++;
                continue;
            }
            Transition end = task.end();
            if (end != null && !end.to().equals(cancel.state())) {
                findings.violation(
                        cancel.answered(), null, "answered as " + cancel.state() + ", ended as " + end.to(), task);
            }
            for (Run run : task.runs) {
                LinesAfter.judge(run, cancel.answered(), "the cancel had been answered", evidence, waking, findings);
            }
        }
        findings.note("%d of them hit a running task", running);
    }
}
