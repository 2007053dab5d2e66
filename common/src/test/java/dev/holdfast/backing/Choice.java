package dev.holdfast.backing;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Which kind of service to use: as asked, else the first that is there. */
enum Choice {
    DOCKER,
    NATIVE,
    EMBEDDED,
    EXTERNAL;

    private static final Set<String> PRINTED = ConcurrentHashMap.newKeySet();

    static DatabaseServer database() {
        Map<Choice, @Nullable String> missing = new LinkedHashMap<>();
        missing.put(DOCKER, DockerServices.missing());
        missing.put(NATIVE, NativePostgres.missing());
        missing.put(EMBEDDED, null);
        missing.put(EXTERNAL, ExternalServices.missingDatabase());
        Choice choice = choose("database", missing);
        Supplier<DatabaseServer> start = switch (choice) {
            case DOCKER -> DockerServices::database;
            case NATIVE -> () -> NativePostgres.launch().server();
            case EMBEDDED -> () -> EmbeddedServices.database().server();
            case EXTERNAL -> ExternalServices::database;
        };
        DatabaseServer server = start.get();
        print("database", choice, server.version(), missing);
        return server;
    }

    /** One that nobody else uses. Containers and the servers of others cannot be killed and started again: never these. */
    static PostgresProcess ownDatabase() {
        Map<Choice, @Nullable String> missing = new LinkedHashMap<>();
        missing.put(NATIVE, NativePostgres.missing());
        Choice choice = missing.get(NATIVE) == null && !asked().equals(EMBEDDED.label()) ? NATIVE : EMBEDDED;
        PostgresProcess process = choice == NATIVE ? NativePostgres.launch() : EmbeddedServices.database();
        print("database of one's own", choice, process.server().version(), missing);
        return process;
    }

    static BrokerNode broker() {
        Map<Choice, @Nullable String> missing = new LinkedHashMap<>();
        missing.put(DOCKER, DockerServices.missing());
        missing.put(NATIVE, NativeRabbit.missing());
        missing.put(EMBEDDED, null);
        missing.put(EXTERNAL, ExternalServices.missingBroker());
        Choice choice = choose("broker", missing);
        Supplier<BrokerNode> start = switch (choice) {
            case DOCKER -> DockerServices::broker;
            case NATIVE -> NativeRabbit::launch;
            case EMBEDDED -> EmbeddedServices::broker;
            case EXTERNAL -> ExternalServices::broker;
        };
        BrokerNode node = start.get();
        print("broker", choice, node.version(), missing);
        return node;
    }

    private static Choice choose(String what, Map<Choice, @Nullable String> missing) {
        String asked = asked();
        if (asked.isEmpty()) {
            for (Choice choice : new Choice[] {DOCKER, NATIVE, EMBEDDED}) {
                if (missing.get(choice) == null) {
                    return choice;
                }
            }
            throw new IllegalStateException("unreachable: embedded services are always there");
        }
        Choice choice = parse(asked);
        String problem = missing.get(choice);
        if (problem != null) {
            throw new IllegalStateException("HOLDFAST_BACKING=" + asked + ": no " + what + ", " + problem);
        }
        return choice;
    }

    private static String asked() {
        String property = System.getProperty("holdfast.backing");
        String variable = System.getenv("HOLDFAST_BACKING");
        return property != null ? property : variable != null ? variable : "";
    }

    private static Choice parse(String asked) {
        try {
            return valueOf(asked.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(
                    "HOLDFAST_BACKING is docker, native, embedded or external, not " + asked, e);
        }
    }

    @SuppressWarnings("SystemOut") // the one line that a reader of a build log needs
    private static void print(String what, Choice choice, String version, Map<Choice, @Nullable String> missing) {
        StringBuilder line = new StringBuilder("Backing: " + what + " is " + version + " (" + choice.label() + ")");
        if (asked().isEmpty()) {
            missing.forEach((other, problem) -> {
                if (other.compareTo(choice) < 0 && problem != null) {
                    line.append("; not ").append(other.label()).append(": ").append(problem);
                }
            });
        }
        if (PRINTED.add(line.toString())) {
            System.out.println(line);
        }
    }

    private String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
