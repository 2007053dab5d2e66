package dev.holdfast.reaper;

import dev.holdfast.loop.Loop;
import dev.holdfast.messaging.BrokerConnections;
import dev.holdfast.messaging.BrokerProperties;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.SignalSender;
import dev.holdfast.messaging.Topology;
import dev.holdfast.reaper.detect.Conviction;
import dev.holdfast.reaper.detect.Detector;
import dev.holdfast.reaper.settle.Settler;
import dev.holdfast.reaper.sweep.CheckSweep;
import dev.holdfast.reaper.sweep.ForgottenSweep;
import dev.holdfast.reaper.sweep.OrphanSweep;
import dev.holdfast.reaper.sweep.OverdueSweep;
import dev.holdfast.reaper.sweep.RetentionRound;
import dev.holdfast.reaper.sweep.Sweeps;
import dev.holdfast.store.LateSchema;
import dev.holdfast.store.check.ChecksInTurn;
import dev.holdfast.store.reap.ForgottenAttempts;
import dev.holdfast.store.reap.OrphanedAttempts;
import dev.holdfast.store.reap.OverdueAttempts;
import dev.holdfast.store.reap.OverdueAttempts.Grace;
import dev.holdfast.store.reap.Retention;
import dev.holdfast.store.reap.WorkerWatch;
import dev.holdfast.store.worker.WorkerEnds;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The reaper's loops. Looking, settling and the rest each have a thread and at most one connection: three in all. The looks
 * never wait for the others.
 */
@Configuration(proxyBeanMethods = false)
class ReaperConfiguration {

    private final String actor;
    private final ReaperProperties properties;
    /** Sweeps, checks and retention share one connection. */
    private final ReentrantLock turn = new ReentrantLock(true);

    ReaperConfiguration(ReaperProperties properties) {
        this.properties = properties;
        this.actor = "reaper " + properties.name();
    }

    @Bean
    SignalSender signalSender(BrokerConnections connections, Declarations declarations) {
        return new SignalSender("holdfast " + actor, connections, declarations);
    }

    @Bean
    Loop signalLoop(SignalSender signals, BrokerProperties broker) {
        return new Loop("signals", broker.reconnect(), signals::pass);
    }

    /** Tells the dispatchers that something was freed. */
    @Bean
    Freed freed(SignalSender signals, Loop signalLoop) {
        return () -> {
            signals.request(Topology.SIGNAL_WORK);
            signalLoop.signal();
        };
    }

    @Bean
    Settler settler(WorkerEnds ends, Freed freed, MeterRegistry meters) {
        return new Settler(ends, actor, properties.maxGap(), System::nanoTime, freed, meters);
    }

    @Bean
    Loop settleLoop(Settler settler) {
        return new Loop("settle", properties.pass(), settler::settle);
    }

    @Bean
    Detector detector(WorkerWatch watch, Settler settler, Loop settleLoop, MeterRegistry meters) {
        Consumer<List<Conviction>> convicted = dead -> {
            settler.accept(dead);
            settleLoop.signal();
        };
        Detector detector = new Detector(watch, System::nanoTime, properties.maxGap(), convicted);
        Gauge.builder("holdfast.workers.watched", detector, Detector::watched)
                .description("workers whose heartbeats this reaper watches")
                .register(meters);
        return detector;
    }

    @Bean
    Loop detectLoop(LateSchema schema, Detector detector) {
        // Twice a pass: one look that failed leaves no gap, and the verdict falls well within two passes.
        return new Loop("detect", properties.pass().dividedBy(2), () -> {
            schema.ensure();
            detector.look();
        });
    }

    @Bean
    Loop sweepLoop(
            LateSchema schema,
            OrphanedAttempts orphans,
            ForgottenAttempts forgotten,
            OverdueAttempts overdue,
            Freed freed,
            MeterRegistry meters) {
        ReaperProperties.Overdue limits = properties.overdue();
        Duration alive = limits.stopGrace().plus(limits.slack());
        Grace grace = new Grace(alive, alive.plus(limits.shutdownGrace()).plus(limits.stopGrace()));
        OrphanSweep orphanSweep = new OrphanSweep(
                orphans,
                actor,
                properties.vanishedAfter(),
                properties.maxGap().plus(properties.pass()),
                System::nanoTime,
                freed,
                meters);
        ForgottenSweep forgottenSweep = new ForgottenSweep(forgotten, actor, freed, meters);
        OverdueSweep overdueSweep = new OverdueSweep(overdue, grace, actor, freed, meters);
        Sweeps sweeps = new Sweeps(turn, List.of(orphanSweep::sweep, forgottenSweep::sweep, overdueSweep::sweep));
        return new Loop("sweep", properties.pass(), () -> {
            if (schema.isThere()) {
                sweeps.run();
            }
        });
    }

    @Bean
    CheckSweep checkSweep(ChecksInTurn checks, MeterRegistry meters) {
        return new CheckSweep(checks.with(turn), properties.check().walk(), meters);
    }

    @Bean
    Loop checkLoop(LateSchema schema, CheckSweep check) {
        return new Loop("check", properties.check().interval(), () -> {
            if (schema.isThere()) {
                check.sweep();
            }
        });
    }

    @Bean
    Loop retentionLoop(LateSchema schema, Retention retention) {
        ReaperProperties.Retention kept = properties.retention();
        RetentionRound round = new RetentionRound(
                retention,
                new RetentionRound.Kept(kept.finished(), kept.lost(), kept.idempotencyKeys(), kept.workers()),
                kept.batch(),
                turn);
        return new Loop("retention", kept.interval(), () -> {
            if (schema.isThere()) {
                round.run();
            }
        });
    }

    /** Called after tasks were settled. */
    interface Freed extends Runnable {}
}
