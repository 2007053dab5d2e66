package dev.holdfast.quickstart.stack;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a stack consists of. By default: embedded PostgreSQL and broker, one dispatcher, one reaper, two workers.
 *
 * <p>Every setting can be changed until the process that it concerns is started.
 */
public final class StackPlan {

    private final StackDirectory directory;
    private final ServiceJars jars;
    private int dispatchers = 1;
    private int reapers = 1;
    private int workers = 2;
    private int slots = 4;
    private int maxConnections = 100;
    private @Nullable DatabaseAddress database;
    private @Nullable AmqpAddress broker;
    private final Map<String, Integer> ports = new LinkedHashMap<>();
    private final Map<String, Map<String, String>> environment = new LinkedHashMap<>();
    private final Map<String, List<String>> jvmArguments = new LinkedHashMap<>();
    private final Map<String, List<Path>> classpath = new LinkedHashMap<>();

    private StackPlan(StackDirectory directory, ServiceJars jars) {
        this.directory = directory;
        this.jars = jars;
    }

    public static StackPlan in(StackDirectory directory, ServiceJars jars) {
        return new StackPlan(directory, jars);
    }

    /** Named {@code dispatcher}, {@code dispatcher-2} … */
    public StackPlan dispatchers(int count) {
        this.dispatchers = count;
        return this;
    }

    /** Named {@code reaper}, {@code reaper-2} … */
    public StackPlan reapers(int count) {
        this.reapers = count;
        return this;
    }

    /** Named {@code worker-1}, {@code worker-2} … */
    public StackPlan workers(int count) {
        this.workers = count;
        return this;
    }

    /** How many tasks each worker runs at once. */
    public StackPlan slots(int perWorker) {
        this.slots = perWorker;
        return this;
    }

    /** Of the embedded PostgreSQL. */
    public StackPlan maxConnections(int limit) {
        this.maxConnections = limit;
        return this;
    }

    /** Uses an existing database instead of an embedded one. */
    public StackPlan database(DatabaseAddress existing) {
        this.database = existing;
        return this;
    }

    /** Uses an existing broker instead of an embedded one. */
    public StackPlan broker(AmqpAddress existing) {
        this.broker = existing;
        return this;
    }

    /** The port of a process; by default a free one is chosen at the first start and kept. */
    public StackPlan port(String name, int port) {
        ports.put(name, port);
        return this;
    }

    /** Adds an environment variable to one process ({@code worker-1}) or to all of a role ({@code worker}). */
    public StackPlan environment(String nameOrRole, String variable, String value) {
        environment.computeIfAbsent(nameOrRole, key -> new LinkedHashMap<>()).put(variable, value);
        return this;
    }

    /** Adds a JVM argument, such as {@code -Dholdfast.x=y}, to one process or to all of a role; the last one wins. */
    public StackPlan jvmArgument(String nameOrRole, String argument) {
        jvmArguments.computeIfAbsent(nameOrRole, key -> new ArrayList<>()).add(argument);
        return this;
    }

    /** Adds classes to one service or to all of a role, such as a worker's further handlers. */
    public StackPlan classpath(String nameOrRole, Path jarOrDirectory) {
        classpath.computeIfAbsent(nameOrRole, key -> new ArrayList<>()).add(jarOrDirectory.toAbsolutePath());
        return this;
    }

    /** All processes of the plan, in order of start. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        if (database == null) {
            names.add("postgres");
        }
        if (broker == null) {
            names.add("broker");
        }
        addNumbered(names, "dispatcher", dispatchers);
        addNumbered(names, "reaper", reapers);
        for (int i = 1; i <= workers; i++) {
            names.add("worker-" + i);
        }
        return names;
    }

    private static void addNumbered(List<String> names, String role, int count) {
        for (int i = 1; i <= count; i++) {
            names.add(i == 1 ? role : role + "-" + i);
        }
    }

    StackDirectory directory() {
        return directory;
    }

    ServiceJars jars() {
        return jars;
    }

    int slots() {
        return slots;
    }

    int maxConnections() {
        return maxConnections;
    }

    @Nullable DatabaseAddress database() {
        return database;
    }

    @Nullable AmqpAddress broker() {
        return broker;
    }

    Map<String, Integer> ports() {
        return ports;
    }

    Map<String, String> environmentOf(String name) {
        Map<String, String> all =
                new LinkedHashMap<>(environment.getOrDefault(Role.of(name).prefix(), Map.of()));
        all.putAll(environment.getOrDefault(name, Map.of()));
        return all;
    }

    List<String> jvmArgumentsOf(String name) {
        return both(jvmArguments, name);
    }

    List<Path> classpathOf(String name) {
        return both(classpath, name);
    }

    private static <T> List<T> both(Map<String, List<T>> settings, String name) {
        String role = Role.of(name).prefix();
        List<T> all = new ArrayList<>(settings.getOrDefault(role, List.of()));
        if (!role.equals(name)) {
            all.addAll(settings.getOrDefault(name, List.of()));
        }
        return all;
    }
}
