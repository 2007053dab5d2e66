package dev.holdfast.fault;

import java.util.Map;

/** A dispatcher that is quicker than the healthy one, which takes over. */
abstract class DispatcherWay extends Way {

    private final Map<String, String> settings;

    DispatcherWay(Map<String, String> settings) {
        this.settings = settings;
    }

    @Override
    Faulted start(Run run) {
        return run.stack.dispatcher(run.name, settings);
    }

    @Override
    String kind() {
        return "dispatcher" + settings;
    }

    @Override
    void repair(Run run) {
        run.resendUnanswered();
    }

    @Override
    void afterwards(Run run) {
        run.resendUnanswered();
    }

    /** With a worker that runs what comes. */
    abstract static class Served extends DispatcherWay {

        Served(Map<String, String> settings) {
            super(settings);
        }

        @Override
        Faulted start(Run run) {
            run.host(run.name + "-w");
            Faulted process = super.start(run);
            run.awaitHosted();
            return process;
        }
    }

    /** With a worker that takes nothing from the broker; a true one comes after the fault. */
    abstract static class Unserved extends DispatcherWay {

        Unserved(Map<String, String> settings) {
            super(settings);
        }

        @Override
        void repair(Run run) {
            run.host(run.name + "-w");
            run.ghosts().forEach(Ghost::die);
            super.repair(run);
        }
    }
}
