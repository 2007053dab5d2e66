package dev.holdfast.chaos.storm;

import dev.holdfast.chaos.storm.Coverage.Sight;
import dev.holdfast.chaos.storm.FaultPlan.Step;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.ReentrantLock;

/** Plays the plan of faults: two lanes, side by side, each step in its order and not before its share of the time. */
final class Storm {

    private final Stage stage;
    private final WorkerFaults workers;
    private final InfrastructureFaults infrastructure;
    private final BrokerFaults broker;
    private final long began = System.nanoTime();
    private final Duration length;

    /** Two must not start and stop the same server at once. */
    private final ReentrantLock servers = new ReentrantLock();

    Storm(
            Stage stage,
            WorkerFaults workers,
            InfrastructureFaults infrastructure,
            BrokerFaults broker,
            Duration length) {
        this.stage = stage;
        this.workers = workers;
        this.infrastructure = infrastructure;
        this.broker = broker;
        this.length = length;
    }

    /** Returns how many steps were not played because the time was over. */
    int play(List<Step> steps) {
        for (int i = 0; i < steps.size(); i++) {
            // The first finds tasks running; the last has time to end.
            await((long) (length.toNanos() * (0.03 + 0.92 * i / steps.size())));
            if (isOver()) {
                return steps.size() - i;
            }
            Step step = steps.get(i);
            play(step);
            Timing.pause(step.pause());
        }
        return 0;
    }

    /**
     * On a slow machine the time is over before a run has seen enough: then it goes on, up to half as long again, with
     * nothing but what it lacks.
     */
    void topUp(Coverage coverage, Random random) {
        while (System.nanoTime() - began < length.toNanos() * 3 / 2 && !coverage.isEnough()) {
            for (Deed deed : Deed.values()) {
                Sight sight = deed.sight();
                if (sight != null && coverage.lacks(sight)) {
                    play(new Step(deed, random.nextInt(1_000) / 2 * 2 + 2, random.nextInt(500), 300));
                }
            }
            Timing.pause(500);
        }
    }

    boolean isOver() {
        return System.nanoTime() - began >= length.toNanos();
    }

    void awaitEnd() {
        await(length.toNanos());
    }

    private void await(long nanosAfterBegin) {
        long left = nanosAfterBegin - (System.nanoTime() - began);
        if (left > 0) {
            Timing.pause(left / 1_000_000);
        }
    }

    private void play(Step step) {
        boolean ofServers = step.deed().lane() == Deed.Lane.INFRASTRUCTURE || step.deed() == Deed.HOST_LOSS;
        if (!ofServers) {
            playAlone(step);
            return;
        }
        servers.lock();
        try {
            playAlone(step);
        } finally {
            servers.unlock();
        }
    }

    private void playAlone(Step step) {
        switch (step.deed()) {
            case WORKER_KILL -> workers.kill(step);
            case WORKER_FREEZE -> workers.freeze(step);
            case WORKER_TERM -> workers.terminate(step);
            case WORKER_HANG -> workers.hang(step);
            case WORKER_STALL -> workers.stall(step);
            case WORKER_CUT -> workers.cut(step);
            case ZERO_GRACE_RESTART -> workers.restartAll();
            case HOST_LOSS -> infrastructure.loseHost(step);
            case DISPATCHER_KILL -> infrastructure.kill(step, stage.dispatchers());
            case DISPATCHER_TERM -> infrastructure.terminate(step, stage.dispatchers());
            case DISPATCHER_FREEZE -> infrastructure.freeze(step, stage.dispatchers());
            case DISPATCHER_HANG -> infrastructure.hang(step, stage.dispatchers());
            case DISPATCHER_CUT -> infrastructure.cut(step, stage.dispatchers());
            case REAPER_KILL -> infrastructure.kill(step, stage.reapers());
            case REAPER_FREEZE -> infrastructure.freeze(step, stage.reapers());
            case REAPER_HANG -> infrastructure.hang(step, stage.reapers());
            case REAPERS_DOWN -> infrastructure.reapersDown(step);
            case BROKER_RESTART -> broker.restart(step);
            case BROKER_WIPE -> broker.wipe(step);
            case PURGE -> broker.purge();
            case MEMORY_ALARM -> broker.alarm(step);
            case DATABASE_RESTART -> infrastructure.restartDatabase(step);
        }
    }
}
