package dev.holdfast.store;

import javax.sql.DataSource;

/**
 * The schema of a service that starts before its database: {@link #ensure()} is tried again until it succeeds once. Thread-safe.
 */
public final class LateSchema {

    private final DataSource dataSource;
    private volatile boolean there;

    public LateSchema(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /**
     * Migrates if that has not succeeded yet, without waiting for a database that is not there.
     *
     * @throws org.flywaydb.core.api.FlywayException if the database is away or holds a schema that this version does not know
     */
    public synchronized void ensure() {
        if (!there) {
            Schema.migrate(dataSource, 0);
            there = true;
        }
    }

    public boolean isThere() {
        return there;
    }
}
