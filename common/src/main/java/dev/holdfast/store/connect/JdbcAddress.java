package dev.holdfast.store.connect;

import org.jspecify.annotations.Nullable;

/** Where the database is and who asks. */
public record JdbcAddress(
        String url, @Nullable String username, @Nullable String password) {

    /** Without the password, for logs. */
    @Override
    public String toString() {
        return url + " as " + username;
    }
}
