package dev.holdfast.dispatcher.refuse;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects what is wrong with a request, so that the caller sees all of it at once. Not well formed outweighs too large,
 * which outweighs not valid.
 */
public final class Errors {

    /** More than these are not listed. */
    private static final int LISTED = 100;

    private final List<FieldError> malformed = new ArrayList<>();
    private final List<FieldError> tooLarge = new ArrayList<>();
    private final List<FieldError> invalid = new ArrayList<>();

    /** Unknown or repeated field, wrong JSON type, text that cannot be stored: 400. */
    public void malformed(String field, String message) {
        add(malformed, field, message);
    }

    /** Over a limit of size: 413. */
    public void tooLarge(String field, String message) {
        add(tooLarge, field, message);
    }

    /** Understood, and not acceptable: 422. */
    public void invalid(String field, String message) {
        add(invalid, field, message);
    }

    /** Whether the request can still be accepted. */
    public boolean none() {
        return malformed.isEmpty() && tooLarge.isEmpty() && invalid.isEmpty();
    }

    /** @throws Refusal if anything was collected */
    public void refuseIfAny() {
        if (none()) {
            return;
        }
        List<FieldError> all = new ArrayList<>(malformed);
        all.addAll(tooLarge);
        all.addAll(invalid);
        Problem problem =
                malformed.isEmpty() ? tooLarge.isEmpty() ? Problem.INVALID_TASK : Problem.TOO_LARGE : Problem.MALFORMED;
        FieldError first = all.get(0);
        String more = all.size() == 1 ? "" : ", and " + (all.size() - 1) + " more";
        throw new Refusal(
                problem, first.field() + ": " + first.message() + more, all.subList(0, Math.min(LISTED, all.size())));
    }

    private static void add(List<FieldError> errors, String field, String message) {
        errors.add(new FieldError(field.isEmpty() ? "body" : field, message));
    }
}
