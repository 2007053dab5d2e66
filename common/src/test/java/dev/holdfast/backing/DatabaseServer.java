package dev.holdfast.backing;

/**
 * A running PostgreSQL.
 *
 * @param url a JDBC URL with {@code %s} for the database
 * @param admin may create databases, and roles if it is a superuser
 */
record DatabaseServer(String url, String admin, String password, String version) {

    String url(String database) {
        return url.formatted(database);
    }

    Database as(String database) {
        return new Database(url(database), admin, password);
    }
}
