package dev.holdfast.fault;

/** Thrown at a point because {@code HOLDFAST_FAULT} asks for it. */
public final class FaultException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    FaultException(FaultPoint point) {
        super("fault point " + point.label());
    }
}
