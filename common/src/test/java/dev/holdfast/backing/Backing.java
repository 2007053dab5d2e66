package dev.holdfast.backing;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Databases and brokers for tests.
 *
 * <p>Settings (system properties): {@code holdfast.backing.fsync=false} where no test cares for durability.
 *
 * <p>Thread-safe.
 */
public final class Backing {

    private static @Nullable Databases databases;
    private static @Nullable BrokerNode shared;

    private Backing() {}

    /** A fresh database with the whole schema. */
    public static Database database() {
        return databases().migrated();
    }

    /** A fresh database with nothing in it. */
    public static Database emptyDatabase() {
        return databases().empty();
    }

    /** A database server of one's own, native or embedded, which the caller may kill and start again, and closes. */
    public static OwnDatabase ownDatabase() {
        return new OwnDatabase(Choice.ownDatabase());
    }

    /** A fresh virtual host on the shared broker (on the embedded one, which has one virtual host, a broker of its own). */
    public static synchronized Broker broker() {
        if (shared == null) {
            shared = Choice.broker();
        }
        if (!shared.hasVirtualHosts()) {
            BrokerNode mine = shared;
            shared = null;
            return new Broker(mine, mine.defaultVirtualHost(), false);
        }
        String virtualHost = "t-" + UUID.randomUUID().toString().substring(0, 8);
        shared.addVirtualHost(virtualHost);
        return new Broker(shared, virtualHost, false);
    }

    /**
     * A broker of one's own, which the caller may kill, wipe and start again, and closes.
     *
     * @throws IllegalStateException on external services, which nobody may kill
     */
    public static Broker ownBroker() {
        BrokerNode node = Choice.broker();
        if (!node.canBeKilled()) {
            throw new IllegalStateException("an external broker cannot be had for oneself: run this test on"
                    + " HOLDFAST_BACKING=docker, native or embedded");
        }
        return new Broker(node, node.defaultVirtualHost(), true);
    }

    private static synchronized Databases databases() {
        if (databases == null) {
            databases = new Databases(Choice.database());
        }
        return databases;
    }
}
