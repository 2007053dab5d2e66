package dev.holdfast.backing;

import dev.holdfast.quickstart.backing.FreePort;
import dev.holdfast.quickstart.backing.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A private RabbitMQ node from Debian's package, with ports, name, cookie and data of its own. */
final class NativeRabbit implements BrokerNode {

    /** The scripts of the package itself: the ones on the PATH change the user. */
    private static final Path BIN = Path.of("/usr/lib/rabbitmq/bin");

    private static final String USER = "holdfast";

    private final Path home;
    private final int port = FreePort.find();
    private final int management = FreePort.find();
    private final Map<String, String> environment;
    private String version = "";
    private @Nullable GuardedProcess epmd;
    private @Nullable GuardedProcess node;

    private NativeRabbit(Path home) {
        this.home = home;
        this.environment = environment();
    }

    static @Nullable String missing() {
        if (!Files.isExecutable(BIN.resolve("rabbitmq-server"))) {
            return "no RabbitMQ in " + BIN;
        }
        return Files.isExecutable(Path.of("/usr/bin/erl")) ? null : "no Erlang at /usr/bin/erl";
    }

    static NativeRabbit launch() {
        try {
            NativeRabbit rabbit = new NativeRabbit(Files.createTempDirectory("holdfast-rabbit-"));
            rabbit.configure();
            Runtime.getRuntime().addShutdownHook(new Thread(rabbit::close, "stop-rabbitmq"));
            rabbit.start();
            return rabbit;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot make a RabbitMQ node", e);
        }
    }

    private void configure() throws IOException {
        Path cookie = Files.writeString(home.resolve(".erlang.cookie"), "HOLDFASTTESTNODE");
        Files.setPosixFilePermissions(cookie, PosixFilePermissions.fromString("r--------"));
        Files.writeString(home.resolve("enabled_plugins"), "[rabbitmq_management].\n");
        Files.writeString(home.resolve("rabbitmq.conf"), """
                listeners.tcp.1 = 127.0.0.1:%d
                management.tcp.ip = 127.0.0.1
                management.tcp.port = %d
                default_user = %s
                default_pass = %s
                vm_memory_high_watermark.absolute = 512MB
                disk_free_limit.absolute = 50MB
                """.formatted(port, management, USER, USER));
    }

    private Map<String, String> environment() {
        Map<String, String> variables = new LinkedHashMap<>();
        variables.put("HOME", home.toString());
        variables.put("RABBITMQ_NODENAME", "t" + port + "@localhost");
        variables.put("RABBITMQ_NODE_IP_ADDRESS", "127.0.0.1");
        variables.put("RABBITMQ_NODE_PORT", Integer.toString(port));
        variables.put("RABBITMQ_DIST_PORT", Integer.toString(FreePort.find()));
        variables.put("ERL_EPMD_PORT", Integer.toString(FreePort.find()));
        variables.put("ERL_EPMD_ADDRESS", "127.0.0.1");
        variables.put("RABBITMQ_MNESIA_BASE", home.resolve("mnesia").toString());
        variables.put("RABBITMQ_LOG_BASE", home.resolve("log").toString());
        variables.put("RABBITMQ_PID_FILE", home.resolve("pid").toString());
        variables.put(
                "RABBITMQ_ENABLED_PLUGINS_FILE", home.resolve("enabled_plugins").toString());
        variables.put("RABBITMQ_CONFIG_FILE", home.resolve("rabbitmq.conf").toString());
        variables.put("RABBITMQ_CONF_ENV_FILE", "/dev/null");
        // One scheduler that does not spin: the node shares two cores with everything under test.
        variables.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", "+S 1:1 +sbwt none +A 8");
        return variables;
    }

    @Override
    public synchronized void start() {
        Path log = home.resolve("output.log");
        if (epmd == null) {
            // In the foreground and ours: the one that a node starts by itself would stay behind.
            epmd = GuardedProcess.start(List.of("/usr/bin/epmd"), environment, "KILL", true, log, home.toString());
        }
        List<String> command = List.of(BIN.resolve("rabbitmq-server").toString());
        GuardedProcess started = GuardedProcess.start(command, environment, "KILL", true, log, "");
        node = started;
        for (int i = 0; i < 600 && started.isAlive(); i++) {
            try {
                version = ManagementApi.productOf(this);
                return;
            } catch (IOException notYet) {
                GuardedProcess.pause(Duration.ofMillis(100));
            }
        }
        throw new IllegalStateException("RabbitMQ did not start:\n" + GuardedProcess.tail(log));
    }

    @Override
    public synchronized void kill() {
        if (node != null) {
            node.kill();
            node = null;
        }
    }

    @Override
    public void wipe() {
        try {
            Trees.delete(home.resolve("mnesia"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The guard of epmd deletes the directory. */
    @Override
    public synchronized void close() {
        kill();
        if (epmd != null) {
            epmd.kill();
            epmd = null;
        }
    }

    @Override
    public String ctl(String... arguments) {
        List<String> command =
                new ArrayList<>(List.of(BIN.resolve("rabbitmqctl").toString(), "-q"));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IllegalStateException(String.join(" ", command) + " failed: " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Override
    public void addVirtualHost(String name) {
        ManagementApi.addVirtualHost("http://127.0.0.1:" + management, USER, USER, name);
    }

    @Override
    public String host() {
        return "127.0.0.1";
    }

    @Override
    public int port() {
        return port;
    }

    @Override
    public String user() {
        return USER;
    }

    @Override
    public String password() {
        return USER;
    }

    @Override
    public String defaultVirtualHost() {
        return "/";
    }

    @Override
    public String version() {
        return version;
    }

    @Override
    public boolean hasVirtualHosts() {
        return true;
    }
}
