package dev.holdfast.chaos.storm;

import dev.holdfast.chaos.judge.Judge;
import dev.holdfast.chaos.judge.Verdict;
import dev.holdfast.chaos.record.FaultKind;
import dev.holdfast.chaos.record.Micros;
import dev.holdfast.chaos.record.ProcessLife;
import dev.holdfast.chaos.record.RunDirectory;
import dev.holdfast.chaos.record.Settings;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;

/** One run from its start to its verdict. */
public final class ChaosRun {

    /**
     * @param minutes how long tasks and faults go on
     * @param tasks how many tasks at most
     */
    public record Wish(double minutes, long seed, int tasks) {}

    /** What came of it. */
    public enum Outcome {
        CLEAN,
        VIOLATED,
        /** It saw too little to say anything. */
        INVALID
    }

    private final Wish wish;
    private final RunDirectory directory;
    private final Narrator narrator;
    private final Coverage coverage;
    private final FaultLog faults;
    private final Recoveries recoveries;
    private final Map<String, Integer> deaths = new ConcurrentHashMap<>();
    private final long started = Micros.now();

    public ChaosRun(Wish wish, Path directory, PrintStream out) {
        this.wish = wish;
        this.directory = new RunDirectory(directory);
        this.narrator = new Narrator(out);
        this.coverage = new Coverage(wish.minutes());
        this.faults = new FaultLog(this.directory.faults());
        this.recoveries = new Recoveries(faults);
    }

    /** Runs, judges and prints. */
    public Outcome run() {
        narrator.say("seed " + wish.seed() + ", " + wish.minutes() + " minutes, record in " + directory.path());
        write(0);
        try (Stage stage = Stage.open(directory, this::died)) {
            narrator.say("2 dispatchers, 3 workers and 2 reapers are ready on "
                    + stage.broker().kind());
            boolean recovered = weather(stage);
            long calm = Micros.now();
            write(calm);
            boolean settled = settle(stage);
            faults.close();
            coverage.write(directory.path().resolve("counts.json"));
            stage.closeProcesses();
            return report(stage, recovered && settled);
        }
    }

    /** Whether all processes were there again at the end. */
    private boolean weather(Stage stage) {
        Api api = new Api();
        try (Submitter submitter = new Submitter(stage, api, directory.submits());
                Meddler meddler = new Meddler(
                        stage, api, coverage, directory.cancels(), directory.priorities(), wish.seed() ^ 0xCA9CE1)) {
            Storm storm = new Storm(
                    stage,
                    new WorkerFaults(stage, faults, recoveries, coverage, narrator),
                    new InfrastructureFaults(stage, faults, recoveries, coverage, narrator),
                    new BrokerFaults(stage, faults, coverage, narrator, submitter),
                    Duration.ofMillis((long) (wish.minutes() * 60_000)));
            FaultPlan plan = FaultPlan.of(wish.seed(), wish.minutes());
            try (Crew crew = new Crew()) {
                crew.keepDoing("recoveries", recoveries::watch);
                crew.keepDoing("waits", () -> countWaits(stage));
                crew.keepDoing("submits", () -> submitter.play(new TaskPlan(wish.seed()), wish.tasks()));
                crew.keepDoing("meddling", meddler::play);
                crew.carryOut("workers", () -> left("worker faults", storm.play(plan.workers())));
                crew.carryOut("infrastructure", () -> left("other faults", storm.play(plan.infrastructure())));
                crew.awaitWork();
                storm.awaitEnd();
                storm.topUp(coverage, new Random(wish.seed()));
                crew.stop("submits", "meddling");
                boolean recovered = awaitRecovery(stage);
                narrator.say("the storm is over; accepted " + submitter.accepted() + " tasks");
                return recovered;
            }
        }
    }

    private void left(String what, int steps) {
        if (steps > 0) {
            narrator.say(steps + " " + what + " of the plan were left out: the time is over");
        }
    }

    private boolean awaitRecovery(Stage stage) {
        if (!Stage.awaitReady(stage.all(), Duration.ofSeconds(90))) {
            narrator.say("not back after 90 s: " + stage.notReady());
            return false;
        }
        long deadline = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!recoveries.isEmpty() && System.nanoTime() < deadline) {
            Timing.pause(50);
        }
        return true;
    }

    private void countWaits(Stage stage) {
        while (true) {
            coverage.sawWaiting(stage.observer().waitingForResource());
            Timing.pause(250);
        }
    }

    /** Whether everything became final in time. */
    private boolean settle(Stage stage) {
        long began = System.nanoTime();
        while (stage.observer().unfinished() != 0) {
            if (System.nanoTime() - began > Timing.SETTLE.toNanos()) {
                narrator.say(stage.observer().unfinished() + " tasks are not final after " + Timing.SETTLE.toSeconds()
                        + " s without faults");
                return false;
            }
            Timing.pause(100);
        }
        narrator.say("all is final %.1f s after the last fault".formatted((System.nanoTime() - began) / 1e9));
        return true;
    }

    /** @param ended whether all processes came back and all tasks became final */
    private Outcome report(Stage stage, boolean ended) {
        Verdict verdict = Judge.judge(directory.path(), stage.dataSource());
        PrintStream out = narrator.out();
        out.println();
        out.print(coverage.table());
        out.println("Processes that ended by themselves: " + (deaths.isEmpty() ? "none" : deaths));
        out.println(Points.table(directory.path()));
        verdict.print(out);
        if (!verdict.isClean() || !ended) {
            Histories.print(verdict, stage.dataSource(), out);
            return Outcome.VIOLATED;
        }
        return coverage.isEnough() ? Outcome.CLEAN : Outcome.INVALID;
    }

    /** A process ended though nobody told it to: by a task that kills, because it was condemned, or by a bug. */
    private void died(Actor actor, ProcessLife life, long lastSeen) {
        deaths.merge(life.role() + " with exit code " + life.code(), 1, Integer::sum);
        narrator.say(life.name() + " ended by itself, exit code " + life.code());
        recoveries.await(
                faults.begin(
                        FaultKind.SUICIDE,
                        life.name(),
                        life.pid(),
                        lastSeen,
                        Map.of("code", String.valueOf(life.code()))),
                actor);
    }

    private void write(long faultsEnded) {
        directory.write(new Settings(
                wish.seed(),
                started,
                faultsEnded,
                Timing.HEARTBEAT.toMillis(),
                Timing.TTL.toMillis(),
                Timing.PASS.toMillis(),
                Timing.STOP_GRACE.toMillis(),
                Stage.WORKERS));
    }
}
