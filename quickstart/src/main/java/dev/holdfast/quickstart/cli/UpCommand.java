package dev.holdfast.quickstart.cli;

import dev.holdfast.quickstart.backing.FreePort;
import dev.holdfast.quickstart.stack.AmqpAddress;
import dev.holdfast.quickstart.stack.DatabaseAddress;
import dev.holdfast.quickstart.stack.ServiceJars;
import dev.holdfast.quickstart.stack.Stack;
import dev.holdfast.quickstart.stack.StackException;
import dev.holdfast.quickstart.stack.StackPlan;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Keeps a stack running in the foreground until Ctrl-C. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = {
            "Starts the stack and keeps it up until Ctrl-C.",
            "Tasks survive: the next 'up' goes on where this one stopped."
        })
final class UpCommand implements Callable<Integer> {

    private static final int USUAL_PORT = 8080;

    @Mixin
    private Home home = new Home();

    @Option(names = "--workers", paramLabel = "N", defaultValue = "2", description = "How many workers (default: 2).")
    private int workers;

    @Option(
            names = "--slots",
            paramLabel = "N",
            defaultValue = "4",
            description = "How many tasks each worker runs at once (default: 4).")
    private int slots;

    @Option(
            names = "--dispatcher-port",
            paramLabel = "PORT",
            description = "Where to serve HTTP (default: 8080, or a free one if that is taken).")
    private @Nullable Integer dispatcherPort;

    @Option(
            names = "--exec",
            paramLabel = "NAME=PATH",
            description = "Allows tasks of type 'exec' to run the program at PATH by that name; repeatable.")
    private Map<String, Path> exec = new LinkedHashMap<>();

    @Option(
            names = "--jdbc-url",
            paramLabel = "URL",
            defaultValue = "${env:HOLDFAST_JDBC_URL}",
            description = "Uses this PostgreSQL instead of an embedded one (or HOLDFAST_JDBC_URL).")
    private @Nullable String jdbcUrl;

    @Option(
            names = "--jdbc-user",
            paramLabel = "USER",
            defaultValue = "${env:HOLDFAST_JDBC_USER:-holdfast}",
            description = "Who connects to it (or HOLDFAST_JDBC_USER; default: holdfast).")
    private String jdbcUser = "";

    @Option(
            names = "--jdbc-password",
            paramLabel = "PASSWORD",
            defaultValue = "${env:HOLDFAST_JDBC_PASSWORD:-holdfast}",
            description = "The password (or HOLDFAST_JDBC_PASSWORD, which other users of this machine cannot see).")
    private String jdbcPassword = "";

    @Option(
            names = "--amqp",
            paramLabel = "URL",
            defaultValue = "${env:HOLDFAST_AMQP_URL}",
            description = "Uses this RabbitMQ instead of an embedded broker: amqp://user:password@host:5672/vhost"
                    + " (or HOLDFAST_AMQP_URL).")
    private @Nullable String amqp;

    @Override
    public Integer call() throws InterruptedException {
        Console.say("Starting the stack; its logs are in " + home.stack().log());
        try (Stack stack = Stack.of(plan(), Console::step)) {
            Watch watch = new Watch(stack.directory(), Console::step);
            Runtime.getRuntime()
                    .addShutdownHook(new Thread(
                            () -> {
                                watch.end();
                                stack.close();
                            },
                            "stop-stack"));
            stack.start();
            greet(stack);
            watch.untilEnd();
        }
        return 0;
    }

    private StackPlan plan() {
        StackPlan plan = StackPlan.in(home.stack(), ServiceJars.find())
                .workers(workers)
                .slots(slots)
                .port("dispatcher", port());
        if (jdbcUrl != null && !jdbcUrl.isBlank()) {
            plan.database(new DatabaseAddress(jdbcUrl, jdbcUser, jdbcPassword));
        }
        if (amqp != null && !amqp.isBlank()) {
            plan.broker(AmqpAddress.parse(amqp));
        }
        exec.forEach((name, path) ->
                plan.jvmArgument("worker", "-Dholdfast.exec.commands." + name + ".path=" + path.toAbsolutePath()));
        return plan;
    }

    private int port() {
        if (dispatcherPort == null) {
            return FreePort.findNear(USUAL_PORT);
        }
        if (!FreePort.isFree(dispatcherPort)) {
            throw new StackException("port " + dispatcherPort + " is taken; choose another one with --dispatcher-port");
        }
        return dispatcherPort;
    }

    private static void greet(Stack stack) {
        String url = stack.dispatcherUrl();
        Console.say("""

                Holdfast is up.

                  API       %1$s/api/v1/tasks
                  OpenAPI   %1$s/openapi.json
                  health    %1$s/actuator/health
                  database  %2$s
                  broker    %3$s

                Submit a task:

                  curl -s %1$s/api/v1/tasks -H 'Content-Type: application/json' \\
                    -d '{"type":"echo","payload":{"hello":"world"},"resources":[{"resource":"repo:1","mode":"EXCLUSIVE"}]}'

                From another terminal: ./holdfast status, ./holdfast kill worker-1, ./holdfast start worker-1
                Ctrl-C stops everything; tasks that run get 30 s to end.
                """.formatted(
                        url,
                        stack.database().jdbcUrl(),
                        stack.broker().host() + ":" + stack.broker().port()));
    }
}
