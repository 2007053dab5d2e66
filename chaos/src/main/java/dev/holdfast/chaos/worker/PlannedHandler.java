package dev.holdfast.chaos.worker;

import dev.holdfast.chaos.record.RunLine;
import dev.holdfast.chaos.worker.Plan.Act;
import dev.holdfast.worker.LeaseEndedException;
import dev.holdfast.worker.TaskContext;
import dev.holdfast.worker.TaskHandler;

/** Does what the plan says, and nothing else; the record has all of it. */
final class PlannedHandler implements TaskHandler<Plan, String> {

    private static final long TICK_MILLIS = 100;
    private static final int DEAD = 137;

    private final String type;
    private final Diary diary;

    PlannedHandler(String type, Diary diary) {
        this.type = type;
        this.diary = diary;
    }

    @Override
    public String type() {
        return type;
    }

    @Override
    public String run(Plan plan, TaskContext task) throws Exception {
        diary.start(task, plan.needs());
        try {
            work(plan, task);
        } catch (InterruptedException e) {
            diary.end(task, "interrupted");
            throw e;
        } catch (LeaseEndedException e) {
            diary.refused(task);
            diary.end(task, "gave up");
            throw e;
        }
        switch (plan.does()) {
            case DIE -> Runtime.getRuntime().halt(DEAD);
            case FAIL -> {
                diary.end(task, "error");
                throw new IllegalStateException("as planned");
            }
            default -> diary.end(task, RunLine.SUCCESS);
        }
        return "attempt " + task.attempt();
    }

    private void work(Plan plan, TaskContext task) throws InterruptedException, LeaseEndedException {
        long end = System.nanoTime() + plan.ms() * 1_000_000;
        for (long left = plan.ms(); left > 0; left = (end - System.nanoTime()) / 1_000_000) {
            sleep(Math.min(TICK_MILLIS, left), plan.does() == Act.STUBBORN);
            diary.tick(task);
            if (plan.does() == Act.CAREFUL && task.leaseRemaining().isNegative()) {
                throw new LeaseEndedException("the lease is over");
            }
        }
    }

    private static void sleep(long millis, boolean whateverHappens) throws InterruptedException {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            if (!whateverHappens) {
                throw e;
            }
        }
    }
}
