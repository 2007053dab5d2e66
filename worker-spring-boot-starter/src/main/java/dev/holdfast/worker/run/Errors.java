package dev.holdfast.worker.run;

/** Says for people what a handler threw. */
final class Errors {

    private static final int CAUSES = 5;

    private Errors() {}

    /** Kind and message of the throwable and its causes. Never throws, whatever the handler's exception does. */
    static String describe(Throwable thrown) {
        StringBuilder words = new StringBuilder();
        Throwable at = thrown;
        for (int i = 0; at != null && i < CAUSES; i++) {
            if (i > 0) {
                words.append(", caused by ");
            }
            words.append(at.getClass().getSimpleName());
            String message = messageOf(at);
            if (!message.isEmpty()) {
                words.append(": ").append(message);
            }
            at = at.getCause() == at ? null : at.getCause();
        }
        return words.toString();
    }

    private static String messageOf(Throwable thrown) {
        try {
            String message = thrown.getMessage();
            return message == null ? "" : message;
        } catch (RuntimeException | StackOverflowError e) {
            return "(its message cannot be read)";
        }
    }
}
