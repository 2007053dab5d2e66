package dev.holdfast.chaos.worker;

import dev.holdfast.chaos.record.Need;
import java.util.List;

/**
 * The payload: what a handler is to do, and what it holds meanwhile.
 *
 * @param does what to do after the work
 * @param ms how long to work, milliseconds
 * @param needs the task's resources, for the record
 */
public record Plan(Act does, long ms, List<Need> needs) {

    /** What becomes of an attempt when its work is done, if nothing interferes. */
    public enum Act {
        /** It ends well; an interrupt ends it early. */
        WORK("chaos"),
        /** It throws. */
        FAIL("chaos"),
        /** Its timeout is shorter than its work. */
        TIMEOUT("chaos"),
        /** It asks for its lease at each tick, and gives up by itself when that is over. */
        CAREFUL("careful"),
        /** It goes on whatever it is told. */
        STUBBORN("stubborn"),
        /** It takes its JVM along. */
        DIE("die");

        private final String type;

        Act(String type) {
            this.type = type;
        }

        /** The task type that does this. */
        public String type() {
            return type;
        }

        public String word() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    public Plan {
        needs = List.copyOf(needs);
    }

    /** As the record has it. */
    public String text() {
        return does.word() + " " + ms;
    }
}
