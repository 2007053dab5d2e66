package dev.holdfast.chaos.judge;

/** Lines that a run wrote when it should have been over: each is excused by a fault, or the run is a violation. */
final class LinesAfter {

    private LinesAfter() {}

    /** One finding at most per run: the first line without an excuse, or how long it went on with one. */
    static void judge(Run run, long limit, String over, Evidence evidence, Waking waking, Findings findings) {
        if (run.lastLine() <= limit) {
            return;
        }
        String excuse = null;
        for (long line : run.lines().after(limit)) {
            excuse = waking.excuse(run, line);
            if (excuse == null) {
                findings.violation(
                        line,
                        null,
                        String.format("%s ran at %s, when %s", run.name(), evidence.when(line), over),
                        run.task());
                return;
            }
        }
        findings.allow(
                run.lastLine(),
                null,
                String.format("%s ran until %s, when %s", run.name(), evidence.when(run.lastLine()), over),
                String.valueOf(excuse),
                run.task());
    }
}
