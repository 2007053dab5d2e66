package dev.holdfast.chaos.judge;

/** No success without a run of just that attempt which wrote that it completed, before the database was told. */
final class Succeeded implements Oracle {

    @Override
    public String name() {
        return "success = completed run";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        for (TaskStory task : evidence.tasks()) {
            Transition end = task.end();
            if (end != null && end.to().equals("SUCCEEDED")) {
                findings.looked();
                boolean completed = task.runs.stream()
                        .anyMatch(r -> r.attempt() == end.attempt()
                                && r.ended() != null
                                && r.completed()
                                && r.ended() <= end.at());
                if (!completed) {
                    findings.violation(
                            end.at(), null, "SUCCEEDED by attempt " + end.attempt() + ", which no run completed", task);
                }
            }
        }
    }
}
