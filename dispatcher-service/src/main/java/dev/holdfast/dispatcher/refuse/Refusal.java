package dev.holdfast.dispatcher.refuse;

import dev.holdfast.task.TaskId;
import java.util.List;

/** The request is answered with a problem, and nothing was done. */
public final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final Problem problem;
    private final transient List<FieldError> errors;

    public Refusal(Problem problem, String detail) {
        this(problem, detail, List.of());
    }

    Refusal(Problem problem, String detail, List<FieldError> errors) {
        super(detail, null, false, false);
        this.problem = problem;
        this.errors = List.copyOf(errors);
    }

    /** There is no task with this id: never, or not any more. */
    public static Refusal unknown(TaskId id) {
        return new Refusal(Problem.NOT_FOUND, "there is no task " + id);
    }

    /** A header or parameter that cannot be understood. */
    public static Refusal malformed(String field, String message) {
        return new Refusal(Problem.MALFORMED, field + ": " + message, List.of(new FieldError(field, message)));
    }

    /** A header or parameter that can be understood, and not be met. */
    public static Refusal invalid(String field, String message) {
        return new Refusal(Problem.INVALID_VALUE, field + ": " + message, List.of(new FieldError(field, message)));
    }

    public Problem problem() {
        return problem;
    }

    public List<FieldError> errors() {
        return errors;
    }
}
