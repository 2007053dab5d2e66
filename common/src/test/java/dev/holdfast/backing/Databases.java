package dev.holdfast.backing;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Makes databases in one server. The schema is migrated once, then copied as a template: some 50 ms each. */
final class Databases {

    /** An ordinary role, as in production: what only a superuser may do must not creep in. */
    private static final String ROLE = "holdfast_app";

    private final DatabaseServer server;
    private final String user;
    private final String password;
    private @Nullable String template;

    Databases(DatabaseServer server) {
        this.server = server;
        boolean superuser = "t".equals(query("select rolsuper from pg_roles where rolname = current_user"));
        this.user = superuser ? ROLE : server.admin();
        this.password = superuser ? ROLE : server.password();
        if (superuser && query("select 1 from pg_roles where rolname = '" + ROLE + "'") == null) {
            execute("create role " + ROLE + " login createdb password '" + ROLE + "'");
        }
    }

    Database empty() {
        return create("template1");
    }

    synchronized Database migrated() {
        if (template == null) {
            Database first = empty();
            dev.holdfast.store.Schema.migrate(first.dataSource());
            template = name(first);
        }
        Database copy = create(template);
        copySettings(template, name(copy));
        return copy;
    }

    private Database create(String from) {
        String name = "t_" + UUID.randomUUID().toString().replace("-", "").substring(0, 12);
        execute("create database " + name + " template " + from + " owner \"" + user + "\"");
        return new Database(server.url(name), user, password);
    }

    /** What was set for a role in a database is no part of the database, so a template does not carry it. */
    private void copySettings(String from, String to) {
        List<String> statements = queryAll("select format('alter role %I in database " + to
                + " set %s = %L', r.rolname,"
                + " split_part(c, '=', 1), substr(c, strpos(c, '=') + 1))"
                + " from pg_db_role_setting s join pg_database d on d.oid = s.setdatabase"
                + " join pg_roles r on r.oid = s.setrole, unnest(s.setconfig) c where d.datname = '" + from + "'");
        statements.forEach(this::execute);
    }

    private static String name(Database database) {
        return database.url().replaceFirst(".*/", "").replaceFirst("\\?.*", "");
    }

    private void execute(String sql) {
        try (Connection connection = server.as("postgres").dataSource().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot prepare a test database: " + sql, e);
        }
    }

    private @Nullable String query(String sql) {
        List<String> rows = queryAll(sql);
        return rows.isEmpty() ? null : rows.get(0);
    }

    private List<String> queryAll(String sql) {
        List<String> rows = new ArrayList<>();
        try (Connection connection = server.as("postgres").dataSource().getConnection();
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery(sql)) {
            while (found.next()) {
                rows.add(found.getString(1));
            }
        } catch (SQLException e) {
            throw new IllegalStateException("cannot look into the test database server: " + sql, e);
        }
        return rows;
    }
}
