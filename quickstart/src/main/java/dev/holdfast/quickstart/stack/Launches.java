package dev.holdfast.quickstart.stack;

import dev.holdfast.quickstart.backing.BrokerProcess;
import dev.holdfast.quickstart.backing.FreePort;
import dev.holdfast.quickstart.backing.PostgresCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Turns a plan into commands. A port, once chosen, stays the same for all starts of that process. */
final class Launches {

    static final String BROKER_USER = "holdfast";
    static final String BROKER_PASSWORD = "holdfast";

    private static final List<String> SMALL_JVM =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xss512k", "-Xmx256m");

    private final StackPlan plan;

    Launches(StackPlan plan) {
        this.plan = plan;
    }

    Launch of(String name) {
        return switch (Role.of(name)) {
            case POSTGRES -> postgres();
            case BROKER -> broker();
            case DISPATCHER, REAPER, WORKER -> service(name);
        };
    }

    DatabaseAddress database() {
        DatabaseAddress existing = plan.database();
        return existing != null
                ? existing
                : new DatabaseAddress(
                        cluster().jdbcUrl(PostgresCluster.DATABASE), PostgresCluster.USER, PostgresCluster.PASSWORD);
    }

    AmqpAddress amqp() {
        AmqpAddress existing = plan.broker();
        return existing != null
                ? existing
                : new AmqpAddress("127.0.0.1", portOf("broker"), BROKER_USER, BROKER_PASSWORD, "/");
    }

    PostgresCluster cluster() {
        return new PostgresCluster(
                plan.directory().data().resolve("postgres"), portOf("postgres"), plan.maxConnections(), List.of());
    }

    int portOf(String name) {
        return plan.ports().computeIfAbsent(name, unknown -> FreePort.find());
    }

    private Launch postgres() {
        PostgresCluster cluster = cluster();
        return new Launch("postgres", cluster.command(), plan.environmentOf("postgres"), cluster.port());
    }

    private Launch broker() {
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put(BrokerProcess.PORT, Integer.toString(portOf("broker")));
        environment.put(BrokerProcess.USER, BROKER_USER);
        environment.put(BrokerProcess.PASSWORD, BROKER_PASSWORD);
        environment.putAll(plan.environmentOf("broker"));
        List<String> command = new ArrayList<>(List.of(OwnJvm.java()));
        command.addAll(SMALL_JVM);
        command.addAll(plan.jvmArgumentsOf("broker"));
        command.addAll(OwnJvm.main(BrokerProcess.class));
        return new Launch("broker", command, environment, portOf("broker"));
    }

    private Launch service(String name) {
        Role role = Role.of(name);
        List<String> command = new ArrayList<>(List.of(OwnJvm.java()));
        command.addAll(SMALL_JVM);
        command.addAll(plan.jvmArgumentsOf(name));
        String jar = plan.jars().of(role).toString();
        List<Path> more = plan.classpathOf(name);
        if (more.isEmpty()) {
            command.addAll(List.of("-jar", jar));
        } else {
            command.add("-Dloader.path=" + more.stream().map(Path::toString).collect(Collectors.joining(",")));
            command.addAll(List.of("-cp", jar, OwnJvm.BOOT_LAUNCHER));
        }
        Map<String, String> environment = new LinkedHashMap<>(connections());
        environment.put("SERVER_ADDRESS", "127.0.0.1");
        environment.put("SERVER_PORT", Integer.toString(portOf(name)));
        environment.put("HOLDFAST_" + role.name() + "_NAME", name);
        if (role == Role.WORKER) {
            environment.put("HOLDFAST_WORKER_SLOTS", Integer.toString(plan.slots()));
            environment.put(
                    "HOLDFAST_WORKER_STATE_DIR",
                    plan.directory().data().resolve("workers").toString());
        }
        environment.putAll(plan.environmentOf(name));
        return new Launch(name, command, environment, portOf(name));
    }

    private Map<String, String> connections() {
        DatabaseAddress database = database();
        AmqpAddress amqp = amqp();
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("SPRING_DATASOURCE_URL", database.jdbcUrl());
        environment.put("SPRING_DATASOURCE_USERNAME", database.user());
        environment.put("SPRING_DATASOURCE_PASSWORD", database.password());
        environment.put("SPRING_RABBITMQ_HOST", amqp.host());
        environment.put("SPRING_RABBITMQ_PORT", Integer.toString(amqp.port()));
        environment.put("SPRING_RABBITMQ_USERNAME", amqp.user());
        environment.put("SPRING_RABBITMQ_PASSWORD", amqp.password());
        environment.put("SPRING_RABBITMQ_VIRTUAL_HOST", amqp.virtualHost());
        return environment;
    }
}
