package dev.holdfast.fault;

import dev.holdfast.fault.Case.Mode;
import java.time.Duration;
import java.util.Map;

/** Reapers that fail. */
final class ReaperWays {

    private ReaperWays() {}

    /** A reaper that looks oftener than the healthy one, which takes over. */
    private abstract static class ReaperWay extends Way {

        private final Map<String, String> settings;

        ReaperWay(Map<String, String> settings) {
            this.settings = settings;
        }

        @Override
        Faulted start(Run run) {
            run.stack.reapers().acquireUninterruptibly();
            return run.stack.reaper(run.name, settings);
        }

        @Override
        void over(Run run) {
            run.stack.reapers().release();
        }

        @Override
        String kind() {
            return "reaper" + settings;
        }

        @Override
        void repair(Run run) {
            run.ghosts().forEach(Ghost::die);
            run.host(run.name + "-next");
        }
    }

    /** Two workers die at once. */
    static final class FindsTheDead extends ReaperWay {

        FindsTheDead() {
            super(Map.of());
        }

        @Override
        String name() {
            return "finds the dead";
        }

        @Override
        void provoke(Run run, int round) {
            Ghost one = run.ghost("-a" + round, Duration.ofMillis(1500));
            Ghost other = run.ghost("-b" + round, Duration.ofMillis(1500));
            one.claim(run.submit(run.task("trial", 200, round)), true);
            other.claim(run.submit(run.taskOn("trial", 200, run.resource + "-" + round, Mode.SHARED)), true);
            one.die();
            other.die();
        }

        @Override
        long patience() {
            return 3_500;
        }
    }

    /** A row was ended, and what it owned was not. */
    static final class FindsOrphans extends ReaperWay {

        FindsOrphans() {
            super(Map.of());
        }

        @Override
        String name() {
            return "finds orphans";
        }

        @Override
        void provoke(Run run, int round) {
            Ghost ghost = run.ghost("-" + round);
            ghost.claim(run.submit(run.task("trial", 200, round)), true);
            run.stack
                    .jdbc()
                    .sql("update worker set state = 'LOST', ended_at = clock_timestamp() where incarnation = ?")
                    .param(ghost.incarnation().id())
                    .update();
        }
    }

    /** A live worker does not know what it runs. */
    static final class FindsTheForgotten extends ReaperWay {

        FindsTheForgotten() {
            super(Map.of());
        }

        @Override
        String name() {
            return "finds the forgotten";
        }

        @Override
        void provoke(Run run, int round) {
            run.ghost("-" + round).claim(run.submit(run.task("trial", 200, round)), false);
        }
    }

    /** A live worker runs something that will not stop. */
    static final class FindsTheOverdue extends ReaperWay {

        FindsTheOverdue() {
            super(Map.of(
                    "holdfast.reaper.overdue.stop-grace", "200ms",
                    "holdfast.reaper.overdue.slack", "200ms"));
        }

        @Override
        String name() {
            return "finds the overdue";
        }

        @Override
        void provoke(Run run, int round) {
            Map<String, Object> task = run.task("trial", 200, round);
            task.put("timeout", "1s");
            run.ghost("-" + round).claim(run.submit(task, true), true);
        }

        @Override
        long patience() {
            return 5_000;
        }
    }

    /** Something is old enough to go. */
    static final class Forgets extends ReaperWay {

        Forgets() {
            super(Map.of("holdfast.reaper.retention.interval", "200ms"));
        }

        @Override
        String name() {
            return "forgets";
        }

        @Override
        void provoke(Run run, int round) {
            Run.Sent old = new Run.Sent(run.task("trial", 10), true);
            String id = run.submitUntracked(old);
            run.askHealthy("/api/v1/tasks/" + id + "/cancel");
            run.stack
                    .jdbc()
                    .sql("update idempotency_key set created_at = created_at - interval '100 d' where ?::uuid = any"
                            + " (task_ids)")
                    .param(id)
                    .update();
            run.stack
                    .jdbc()
                    .sql("update task_done set finished_at = finished_at - interval '100 d' where id = ?::uuid")
                    .param(id)
                    .update();
            run.submit(run.task("trial", 50));
        }
    }
}
