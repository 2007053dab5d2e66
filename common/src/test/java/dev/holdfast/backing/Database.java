package dev.holdfast.backing;

import com.zaxxer.hikari.HikariDataSource;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.postgresql.ds.PGSimpleDataSource;

/** One database of one test. */
public record Database(String url, String user, String password) {

    /** Opens a connection each time; no pool. */
    public DataSource dataSource() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(url);
        source.setUser(user);
        source.setPassword(password);
        return source;
    }

    /** At most so many connections, for threads that meet. */
    public HikariDataSource pool(int connections) {
        HikariDataSource pool = new HikariDataSource();
        pool.setDataSource(dataSource());
        pool.setMaximumPoolSize(connections);
        return pool;
    }

    /** For a Spring Boot application's environment or command line. */
    public Map<String, String> springProperties() {
        Map<String, String> properties = new LinkedHashMap<>();
        properties.put("spring.datasource.url", url);
        properties.put("spring.datasource.username", user);
        properties.put("spring.datasource.password", password);
        return properties;
    }
}
