package dev.holdfast.chaos.storm;

import dev.holdfast.backing.Broker;
import dev.holdfast.chaos.proxy.TcpProxy;
import dev.holdfast.chaos.record.Fault;
import dev.holdfast.chaos.record.FaultKind;
import dev.holdfast.chaos.storm.FaultPlan.Step;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What is done to dispatchers, reapers and the database. */
final class InfrastructureFaults {

    private final Stage stage;
    private final FaultLog log;
    private final Recoveries recoveries;
    private final Coverage coverage;
    private final Narrator narrator;

    InfrastructureFaults(Stage stage, FaultLog log, Recoveries recoveries, Coverage coverage, Narrator narrator) {
        this.stage = stage;
        this.log = log;
        this.recoveries = recoveries;
        this.coverage = coverage;
        this.narrator = narrator;
    }

    void kill(Step step, List<Actor> actors) {
        Actor target = step.turned(actors).get(0);
        Duration down = Duration.ofMillis(step.coin() ? 0 : 1_000 + step.lasts());
        Fault fault = log.begin(FaultKind.SIGKILL, target, Map.of("down", down.toMillis() + "ms"));
        target.kill(down);
        narrator.say(fault);
        recoveries.await(fault, target);
    }

    void terminate(Step step, List<Actor> actors) {
        Actor target = step.turned(actors).get(0);
        Fault fault = log.begin(FaultKind.SIGTERM, target, Map.of());
        target.terminate();
        narrator.say(fault);
        recoveries.await(fault, target);
    }

    /** Longer than the leases of workers and of publishers. */
    void freeze(Step step, List<Actor> actors) {
        Actor target = step.turned(actors).get(0);
        Fault fault = log.begin(FaultKind.SIGSTOP, target, Map.of());
        target.freeze();
        narrator.say(fault);
        Timing.pause(Timing.TTL.toMillis() + 2_000 + step.lasts());
        target.wake();
        log.end(fault);
    }

    void hang(Step step, List<Actor> actors) {
        Actor target = step.turned(actors).get(0);
        TcpProxy proxy = step.coin() ? target.database() : target.broker();
        int connections = proxy.connections();
        String side = proxy == target.database() ? "database" : "broker";
        Fault fault = log.begin(FaultKind.HANG, target, Map.of("of", side, "how", "swallowed"));
        proxy.hang(true);
        narrator.say(fault);
        Timing.pause(Timing.TTL.toMillis() + 1_500 + step.lasts());
        proxy.heal();
        log.end(fault);
        if (connections > 0) {
            coverage.saw(Coverage.Sight.BLACK_HOLE);
        }
    }

    void cut(Step step, List<Actor> actors) {
        Actor target = step.turned(actors).get(0);
        Fault fault = log.begin(FaultKind.CUT, target, Map.of("of", "database and broker"));
        target.database().cut();
        target.broker().cut();
        narrator.say(fault);
        log.end(fault);
    }

    void reapersDown(Step step) {
        long millis = Timing.TTL.toMillis() + 2_000 + step.lasts();
        Fault fault = log.begin(FaultKind.REAPERS_DOWN, Map.of("down", millis + "ms"));
        stage.reapers().forEach(reaper -> reaper.kill(Duration.ofMillis(millis)));
        narrator.say(fault);
        recoveries.await(fault, stage.reapers(), () -> {});
        Timing.pause(millis);
    }

    void restartDatabase(Step step) {
        Fault fault = log.begin(
                FaultKind.DATABASE_RESTART, Map.of("queued", stage.observer().queued()));
        stage.database().kill();
        narrator.say(fault);
        Timing.pause(step.coin() ? 0 : step.lasts());
        stage.database().start();
        log.end(fault);
        coverage.saw(Coverage.Sight.DATABASE_RESTART);
    }

    /** Everything at once; then in any order. */
    void loseHost(Step step) {
        Fault fault =
                log.begin(FaultKind.HOST_LOSS, Map.of("queued", stage.observer().queued()));
        narrator.say(fault);
        Duration down = Duration.ofMillis(500 + step.lasts());
        stage.all().forEach(actor -> actor.kill(down));
        Broker broker = stage.broker();
        broker.kill();
        stage.database().kill();
        if (step.coin()) {
            broker.start();
            stage.database().start();
        } else {
            stage.database().start();
            broker.start();
        }
        Stage.awaitReady(stage.all(), Duration.ofSeconds(90));
        log.end(fault);
    }
}
