package dev.holdfast.chaos.storm;

import dev.holdfast.backing.Broker;
import dev.holdfast.chaos.record.Fault;
import dev.holdfast.chaos.record.FaultKind;
import dev.holdfast.chaos.storm.FaultPlan.Step;
import dev.holdfast.chaos.worker.Plan;
import dev.holdfast.chaos.worker.Plan.Act;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What is done to the broker. Before it loses messages, it is given some to lose. */
final class BrokerFaults {

    private static final int WORTH_LOSING = 20;
    private static final int BURST = 50;
    private static final long BURST_MILLIS = 1_500;
    private static final long PATIENCE_NANOS = 6_000_000_000L;

    private final Stage stage;
    private final FaultLog log;
    private final Coverage coverage;
    private final Narrator narrator;
    private final Submitter submitter;

    BrokerFaults(Stage stage, FaultLog log, Coverage coverage, Narrator narrator, Submitter submitter) {
        this.stage = stage;
        this.log = log;
        this.coverage = coverage;
        this.narrator = narrator;
        this.submitter = submitter;
    }

    /** SIGKILL, and back with its data. */
    void restart(Step step) {
        if (!stage.broker().isRabbit()) {
            cannot("restart with its data");
            return;
        }
        Fault fault = log.begin(
                FaultKind.BROKER_RESTART, Map.of("queued", stage.observer().queued()));
        narrator.say(fault);
        stage.broker().kill();
        Timing.pause(step.coin() ? 0 : step.lasts());
        stage.broker().start();
        log.end(fault);
    }

    void wipe(Step step) {
        int queued = buildUp();
        Fault fault = log.begin(FaultKind.BROKER_WIPE, Map.of("queued", queued));
        Broker broker = stage.broker();
        broker.kill();
        narrator.say(fault);
        broker.wipe();
        Timing.pause(step.coin() ? 0 : step.lasts());
        broker.start();
        log.end(fault);
        if (queued >= WORTH_LOSING) {
            coverage.saw(Coverage.Sight.WIPE_WITH_QUEUED);
        }
    }

    void purge() {
        int queued = buildUp();
        Fault fault = log.begin(FaultKind.PURGE, Map.of("queued", queued));
        int lost = 0;
        for (String queue : List.of(Stage.RED, Stage.BLUE)) {
            lost += stage.broker().purge("holdfast.tasks." + queue + "." + Act.WORK.type());
        }
        narrator.say("PURGE, queued " + queued + ", messages lost " + lost);
        log.end(fault);
    }

    /** The broker blocks whoever publishes. */
    void alarm(Step step) {
        if (!stage.broker().isRabbit()) {
            cannot("raise a memory alarm");
            return;
        }
        Fault fault = log.begin(
                FaultKind.MEMORY_ALARM, Map.of("queued", stage.observer().queued()));
        stage.broker().ctl("set_vm_memory_high_watermark", "0");
        narrator.say(fault);
        Timing.pause(2_000 + step.lasts());
        stage.broker().ctl("set_vm_memory_high_watermark", "absolute", "512MB");
        log.end(fault);
    }

    private void cannot(String what) {
        narrator.say("this broker (" + stage.broker().kind() + ") cannot " + what + ": left out");
    }

    /** More than there are slots, so that messages wait with the broker; how many do. */
    private int buildUp() {
        for (String queue : List.of(Stage.RED, Stage.BLUE)) {
            Draft draft =
                    new Draft(queue, new Plan(Act.WORK, BURST_MILLIS, List.of()), 9, 0, 30_000, "RESUBMIT", 1, 10);
            submitter.send(new Call(0, Collections.nCopies(BURST, draft), null, false));
        }
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        int queued = stage.observer().queued();
        while (queued < WORTH_LOSING + 4 && System.nanoTime() < deadline) {
            Timing.pause(50);
            queued = stage.observer().queued();
        }
        return queued;
    }
}
