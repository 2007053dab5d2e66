package dev.holdfast.chaos.judge;

/** Every accepted task is there and has exactly one end. A task whose submitter heard nothing may be missing, not open. */
final class Finished implements Oracle {

    @Override
    public String name() {
        return "accepted = finished, one end each";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        int accepted = 0;
        int unheard = 0;
        for (TaskStory task : evidence.tasks()) {
            findings.looked();
            if (task.answered != null) {
                accepted++;
            } else {
                unheard++;
            }
            judge(task, evidence, findings);
        }
        findings.note("%d answered with 202, %d stored without an answer", accepted, unheard);
    }

    private static void judge(TaskStory task, Evidence evidence, Findings findings) {
        long at = task.answered != null ? task.answered : evidence.settings().faultsEnded();
        TaskRow row = task.row;
        if (row == null) {
            findings.violation(at, null, "accepted, but the database does not have it", task);
            return;
        }
        long ends = task.history.stream().filter(Transition::isFinal).count();
        Transition last = task.history.isEmpty() ? null : task.history.get(task.history.size() - 1);
        if (row.live() != null || row.done() == null) {
            findings.violation(at, null, "not finished: it is " + row.live(), task);
        } else if (ends != 1) {
            findings.violation(at, null, ends + " final transitions", task);
        } else if (last == null || !last.to().equals(row.done())) {
            findings.violation(at, null, "finished as " + row.done() + ", the history ends otherwise", task);
        }
    }
}
