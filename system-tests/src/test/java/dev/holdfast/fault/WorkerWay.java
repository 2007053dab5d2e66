package dev.holdfast.fault;

import java.util.LinkedHashMap;
import java.util.Map;

/** A worker, and after its fault another process: half of them under its name, which settles at once. */
abstract class WorkerWay extends Way {

    private final Map<String, String> settings;

    WorkerWay(Map<String, String> settings) {
        this.settings = settings;
    }

    @Override
    Faulted start(Run run) {
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.put("holdfast.worker.queues", run.queue);
        return run.stack.worker(run.name, armedFromTheStart(run), all);
    }

    String armedFromTheStart(Run run) {
        return "";
    }

    @Override
    void repair(Run run) {
        // Frozen, it keeps the lock of its name.
        boolean same = run.it.action() == Fault.Action.HALT && run.it.point().ordinal() % 2 == 0;
        run.host(same ? run.name : run.name + "-next");
    }
}
