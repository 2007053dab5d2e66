package dev.holdfast.reaper.sweep;

import dev.holdfast.fault.FaultPoint;
import dev.holdfast.fault.Faults;
import java.util.List;
import java.util.concurrent.locks.Lock;

/** All sweeps, one after the other. One that fails does not keep the others from their turn. */
public final class Sweeps {

    private final Lock turn;
    private final List<Runnable> sweeps;

    /** @param turn held while they run: they share a connection with the retention */
    public Sweeps(Lock turn, List<Runnable> sweeps) {
        this.turn = turn;
        this.sweeps = List.copyOf(sweeps);
    }

    /** @throws RuntimeException that of the last one that failed, after all have had their turn */
    public void run() {
        RuntimeException failure = null;
        turn.lock();
        try {
            for (Runnable sweep : sweeps) {
                try {
                    sweep.run();
                } catch (RuntimeException e) {
                    failure = e;
                }
                Faults.at(FaultPoint.SWEEP_BETWEEN);
            }
        } finally {
            turn.unlock();
        }
        if (failure != null) {
            throw failure;
        }
    }
}
