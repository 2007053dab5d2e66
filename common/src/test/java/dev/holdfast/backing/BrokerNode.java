package dev.holdfast.backing;

/** One broker process, whichever it is. */
interface BrokerNode extends AutoCloseable {

    String host();

    int port();

    String user();

    String password();

    String defaultVirtualHost();

    String version();

    default boolean isRabbit() {
        return true;
    }

    default boolean canBeKilled() {
        return true;
    }

    boolean hasVirtualHosts();

    void addVirtualHost(String name);

    void kill();

    void wipe();

    void start();

    String ctl(String... arguments);

    @Override
    void close();
}
