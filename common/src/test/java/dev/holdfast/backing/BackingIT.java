package dev.holdfast.backing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackingIT {

    @Test
    void each_database_is_its_own_and_its_user_is_an_ordinary_role_with_the_limits_of_production() throws Exception {
        Database one = Backing.database();
        Database other = Backing.database();
        try (var connection = one.dataSource().getConnection();
                var statement = connection.createStatement()) {
            statement.execute("insert into queue (name) values ('mine')");
            try (var row = statement.executeQuery("select current_setting('lock_timeout'), rolsuper from pg_roles"
                    + " where rolname = current_user")) {
                row.next();
                assertThat(row.getString(1)).isEqualTo("1s");
                assertThat(row.getBoolean(2)).isFalse();
            }
        }
        try (var connection = other.dataSource().getConnection();
                var statement = connection.createStatement();
                var row = statement.executeQuery("select count(*) from queue where name = 'mine'")) {
            row.next();
            assertThat(row.getInt(1)).isZero();
        }
    }

    @Test
    void two_brokers_do_not_see_each_other_and_a_shared_one_cannot_be_killed() throws Exception {
        Broker one = Backing.broker();
        Broker other = Backing.broker();
        try (Connection a = one.connectionFactory().newConnection();
                Connection b = other.connectionFactory().newConnection();
                Channel mine = a.createChannel();
                Channel theirs = b.createChannel()) {
            mine.queueDeclare("q", true, false, false, null);
            theirs.queueDeclare("q", true, false, false, null);
            mine.basicPublish("", "q", null, "x".getBytes(StandardCharsets.UTF_8));
            assertThat(theirs.queueDeclarePassive("q").getMessageCount()).isZero();
        }
        assertThatThrownBy(() -> one.restart(false)).hasMessageContaining("ownBroker");
    }

    @Test
    void a_broker_of_ones_own_can_be_killed_wiped_and_started_on_its_port() throws Exception {
        try (Broker broker = Backing.ownBroker()) {
            int port = broker.port();
            try (Connection connection = broker.connectionFactory().newConnection();
                    Channel channel = connection.createChannel()) {
                channel.queueDeclare("q", true, false, false, null);
            }
            broker.restart(false);
            assertThat(broker.port()).isEqualTo(port);
            try (Connection connection = broker.connectionFactory().newConnection()) {
                Channel channel = connection.createChannel();
                assertThatThrownBy(() -> channel.queueDeclarePassive("q")).isInstanceOf(java.io.IOException.class);
            }
        }
    }

    @Test
    void a_database_of_ones_own_keeps_what_was_committed_when_it_is_killed() throws Exception {
        try (OwnDatabase own = Backing.ownDatabase()) {
            try (var connection = own.database().dataSource().getConnection();
                    var statement = connection.createStatement()) {
                statement.execute("insert into queue (name) values ('kept')");
                own.kill();
                assertThatThrownBy(() -> statement.execute("select 1")).isInstanceOf(java.sql.SQLException.class);
            }
            own.start();
            try (var connection = own.database().dataSource().getConnection();
                    var statement = connection.createStatement();
                    var row = statement.executeQuery("select count(*) from queue where name = 'kept'")) {
                row.next();
                assertThat(row.getInt(1)).isOne();
            }
        }
    }

    /** Started in another JVM: takes what there is, says so, and waits to be killed. */
    static final class Doomed {

        private Doomed() {}

        public static void main(String[] arguments) throws Exception {
            boolean alone = Boolean.parseBoolean(arguments[1]);
            String database = alone ? "0" : Backing.emptyDatabase().url().replaceFirst(".*:(\\d+)/.*", "$1");
            int broker = alone ? 0 : Backing.broker().port();
            Path log = Path.of(arguments[0]).resolveSibling("sleeper.log");
            long pid =
                    GuardedProcess.start(List.of("sleep", "600"), Map.of(), log).pid();
            Files.writeString(Path.of(arguments[0]), pid + " " + database + " " + broker);
            Thread.sleep(600_000);
        }
    }

    @Test
    void nothing_outlives_a_killed_jvm(@TempDir Path directory) throws Exception {
        Path answer = directory.resolve("answer");
        // Containers are Ryuk's business. Where that is switched off, they would stay: start none.
        boolean nobodyRemovesContainers = Boolean.parseBoolean(System.getenv("TESTCONTAINERS_RYUK_DISABLED"));
        Process doomed = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Doomed.class.getName(),
                        answer.toString(),
                        Boolean.toString(nobodyRemovesContainers))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("output").toFile())
                .start();
        try {
            await().atMost(Duration.ofSeconds(90)).until(() -> Files.exists(answer) && Files.size(answer) > 0);
        } finally {
            doomed.destroyForcibly().waitFor();
        }
        String[] started = Files.readString(answer).split(" ", -1);
        await().atMost(Duration.ofSeconds(10))
                .until(() -> ProcessHandle.of(Long.parseLong(started[0])).isEmpty());
        await().atMost(Duration.ofSeconds(40)).until(() -> refuses(started[1]) && refuses(started[2]));
    }

    private static boolean refuses(String port) {
        try (Socket socket = new Socket("127.0.0.1", Integer.parseInt(port))) {
            return false;
        } catch (IOException refused) {
            return true;
        }
    }
}
