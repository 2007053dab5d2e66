package dev.holdfast.store.grant;

import dev.holdfast.store.Sql;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The statements of a pass by name, asked for each time one is run. Tests alter one, or act between two. */
@FunctionalInterface
interface GrantSql {

    String LOCK = "lock";
    String READ_MARKS = "read-marks";
    String WAKE = "wake";
    String DELETE_MARKS = "delete-marks";
    String CANDIDATES = "candidates";
    String EVALUATE = "evaluate";
    String WATCH = "watch";
    String GRANT = "grant";
    String PENDING = "pending";

    String text(String name);

    static GrantSql ours() {
        Map<String, String> texts = Stream.of(
                        LOCK, READ_MARKS, WAKE, DELETE_MARKS, CANDIDATES, EVALUATE, WATCH, GRANT, PENDING)
                .collect(Collectors.toMap(Function.identity(), name -> Sql.of(GrantSql.class, name)));
        return name -> {
            String text = texts.get(name);
            if (text == null) {
                throw new IllegalArgumentException("no statement " + name);
            }
            return text;
        };
    }

    /** The same, but one statement reads otherwise. */
    default GrantSql with(String changed, UnaryOperator<String> change) {
        return name -> name.equals(changed) ? change.apply(text(name)) : text(name);
    }
}
