package dev.holdfast.worker;

/**
 * Thrown by a handler that stopped its work by itself because {@link TaskContext#leaseRemaining()} was about to end. The
 * attempt counts as interrupted by the fence: the task goes back in line, and neither its failures nor its losses grow.
 */
public class LeaseEndedException extends Exception {

    private static final long serialVersionUID = 1L;

    public LeaseEndedException(String message) {
        super(message);
    }
}
