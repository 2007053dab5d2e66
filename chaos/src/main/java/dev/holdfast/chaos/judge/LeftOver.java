package dev.holdfast.chaos.judge;

/** At the end nothing is reserved any more. */
final class LeftOver implements Oracle {

    @Override
    public String name() {
        return "no reservation left";
    }

    @Override
    public void judge(Evidence evidence, Findings findings) {
        findings.looked();
        for (ReservationRow left : evidence.rows().reservations()) {
            findings.violation(
                    evidence.settings().faultsEnded(),
                    left.resource(),
                    "still reserved at the end",
                    new TaskStory(left.task()));
        }
    }
}
