package dev.holdfast.backing;

/** A database server of one's own, to be killed and started again. */
public final class OwnDatabase implements AutoCloseable {

    private final PostgresProcess process;
    private final Database database;

    OwnDatabase(PostgresProcess process) {
        this.process = process;
        this.database = new Databases(process.server()).migrated();
    }

    /** A database with the whole schema. */
    public Database database() {
        return database;
    }

    /** An immediate shutdown: what was committed stays, everything else is gone. */
    public void kill() {
        process.kill();
    }

    /** Starts a killed server on the same port, and returns when it answers. */
    public void start() {
        process.start();
    }

    /** Stops the server and deletes its data. */
    @Override
    public void close() {
        process.close();
    }
}
