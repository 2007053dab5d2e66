package dev.holdfast.chaos.storm;

import dev.holdfast.chaos.proxy.TcpProxy;
import dev.holdfast.chaos.record.Fault;
import dev.holdfast.chaos.record.FaultKind;
import dev.holdfast.chaos.storm.Coverage.Sight;
import dev.holdfast.chaos.storm.FaultPlan.Step;
import dev.holdfast.chaos.storm.Observer.Load;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What is done to workers: mostly to one that holds something exclusively just then. */
final class WorkerFaults {

    private static final Duration PATIENCE = Duration.ofSeconds(8);
    private static final Duration RETURN = Duration.ofSeconds(40);

    /** A target, and what it ran at the moment. */
    private record Target(Actor worker, Load load) {

        Map<String, Object> details(String... more) {
            Map<String, Object> details = new java.util.LinkedHashMap<>();
            details.put("running", load.running());
            details.put("exclusive", load.exclusive());
            for (int i = 0; i < more.length; i += 2) {
                details.put(more[i], more[i + 1]);
            }
            return details;
        }

        boolean holdsExclusively() {
            return load.exclusive() > 0;
        }
    }

    private final Stage stage;
    private final FaultLog log;
    private final Recoveries recoveries;
    private final Coverage coverage;
    private final Narrator narrator;

    WorkerFaults(Stage stage, FaultLog log, Recoveries recoveries, Coverage coverage, Narrator narrator) {
        this.stage = stage;
        this.log = log;
        this.recoveries = recoveries;
        this.coverage = coverage;
        this.narrator = narrator;
    }

    /** SIGKILL; the successor comes at once, or only when a reaper must have settled it. */
    void kill(Step step) {
        Target target = target(step);
        Duration down = step.coin() ? Duration.ZERO : Timing.TTL.plusMillis(1_000 + step.lasts());
        Fault fault = log.begin(FaultKind.SIGKILL, target.worker(), target.details("down", down.toMillis() + "ms"));
        target.worker().kill(down);
        narrator.say(fault);
        if (target.holdsExclusively()) {
            coverage.saw(Sight.KILL_WITH_EXCLUSIVE);
        }
        recoveries.await(fault, List.of(target.worker()), () -> countNamesake(down));
    }

    private void countNamesake(Duration down) {
        if (down.isZero()) {
            coverage.saw(Sight.SAME_NAME_RESTART);
        }
    }

    /** SIGSTOP until the lease is over, and then some; every sixth time shorter, which must cost nothing. */
    void freeze(Step step) {
        Target target = target(step);
        boolean beyond = step.dice() % 6 != 0;
        long millis = beyond ? Timing.TTL.toMillis() + 1_500 + step.lasts() : 500;
        Fault fault = log.begin(FaultKind.SIGSTOP, target.worker(), target.details("for", millis + "ms"));
        target.worker().freeze();
        narrator.say(fault);
        Timing.pause(millis);
        target.worker().wake();
        log.end(fault);
        if (beyond && target.holdsExclusively()) {
            coverage.saw(Sight.FREEZE_BEYOND_TTL);
        }
    }

    void terminate(Step step) {
        Target target = target(step);
        Fault fault = log.begin(FaultKind.SIGTERM, target.worker(), target.details());
        target.worker().terminate();
        narrator.say(fault);
        recoveries.await(fault, target.worker());
    }

    /** Bytes vanish, for new connections too, until the lease is over. */
    void hang(Step step) {
        Target target = target(step);
        TcpProxy proxy = step.dice() % 3 == 0
                ? target.worker().broker()
                : target.worker().database();
        int connections = proxy.connections();
        Fault fault = log.begin(
                FaultKind.HANG, target.worker(), target.details("of", side(target, proxy), "how", "swallowed"));
        proxy.hang(true);
        narrator.say(fault);
        Timing.pause(Timing.TTL.toMillis() + 1_500 + step.lasts());
        proxy.heal();
        log.end(fault);
        if (connections > 0) {
            coverage.saw(Sight.BLACK_HOLE);
        }
    }

    /** Bytes wait, and arrive when the lease is long over. */
    void stall(Step step) {
        Target target = target(step);
        TcpProxy proxy = target.worker().database();
        Fault fault =
                log.begin(FaultKind.HANG, target.worker(), target.details("of", side(target, proxy), "how", "delayed"));
        proxy.stall(true);
        narrator.say(fault);
        Timing.pause(Timing.TTL.toMillis() + 1_500 + step.lasts());
        proxy.heal();
        log.end(fault);
    }

    void cut(Step step) {
        Target target = target(step);
        TcpProxy proxy = step.dice() % 3 == 0
                ? target.worker().broker()
                : target.worker().database();
        Fault fault = log.begin(FaultKind.CUT, target.worker(), target.details("of", side(target, proxy)));
        proxy.cut();
        narrator.say(fault);
        log.end(fault);
    }

    /** SIGKILL of all workers, started again at once. */
    void restartAll() {
        Map<String, Load> loads = stage.observer().loads();
        List<Fault> faults = new ArrayList<>();
        for (Actor worker : stage.workers()) {
            Load load = loads.getOrDefault(worker.name(), Load.NONE);
            boolean wasReady = worker.isReady();
            Fault fault = log.begin(FaultKind.ZERO_GRACE_RESTART, worker, new Target(worker, load).details());
            worker.kill(Duration.ZERO);
            faults.add(fault);
            recoveries.await(fault, List.of(worker), () -> countNamesake(wasReady ? Duration.ZERO : Timing.TTL));
        }
        narrator.say("zero-grace restart of all workers, which ran "
                + loads.values().stream().mapToInt(Load::running).sum());
        Timing.pause(200);
        Stage.awaitReady(stage.workers(), RETURN);
    }

    private static String side(Target target, TcpProxy proxy) {
        return proxy == target.worker().broker() ? "broker" : "database";
    }

    /** One that holds something exclusively, as soon as there is one; else, after a while, any that works. */
    private Target target(Step step) {
        List<Actor> turned = step.turned(stage.workers());
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            Map<String, Load> loads = stage.observer().loads();
            List<Target> candidates = turned.stream()
                    .filter(Actor::isReady)
                    .map(worker -> new Target(worker, loads.getOrDefault(worker.name(), Load.NONE)))
                    .toList();
            for (Target candidate : candidates) {
                if (candidate.holdsExclusively()) {
                    return candidate;
                }
            }
            if (System.nanoTime() > deadline) {
                return candidates.isEmpty() ? new Target(turned.get(0), Load.NONE) : candidates.get(0);
            }
            Timing.pause(50);
        }
    }
}
