package dev.holdfast.quickstart.stack;

/** Where a PostgreSQL database is and who connects to it. */
public record DatabaseAddress(String jdbcUrl, String user, String password) {

    public DatabaseAddress {
        if (!jdbcUrl.startsWith("jdbc:postgresql:")) {
            throw new StackException(
                    "not a PostgreSQL address: " + jdbcUrl + "; wanted jdbc:postgresql://host:port/database");
        }
    }
}
