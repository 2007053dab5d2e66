package dev.holdfast.store.check;

import dev.holdfast.store.Sql;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The statements of this package by name. */
final class CheckSql {

    private static final Map<String, String> TEXTS = new ConcurrentHashMap<>();

    private CheckSql() {}

    static String text(String name) {
        return TEXTS.computeIfAbsent(name, file -> Sql.of(CheckSql.class, file));
    }
}
