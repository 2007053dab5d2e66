package dev.holdfast.quickstart.backing;

import java.util.concurrent.CountDownLatch;

/** The embedded broker in a JVM of its own: told by its environment, ended by SIGTERM. */
public final class BrokerProcess {

    public static final String PORT = "HOLDFAST_BROKER_PORT";
    public static final String USER = "HOLDFAST_BROKER_USER";
    public static final String PASSWORD = "HOLDFAST_BROKER_PASSWORD";

    private BrokerProcess() {}

    public static void main(String[] args) throws InterruptedException {
        System.setProperty("logback.configurationFile", "dev/holdfast/quickstart/logback-quiet.xml");
        EmbeddedBroker broker =
                EmbeddedBroker.start(Integer.parseInt(variable(PORT)), variable(USER), variable(PASSWORD));
        Runtime.getRuntime().addShutdownHook(new Thread(broker::close, "stop-embedded-broker"));
        System.out.println("The embedded broker listens on 127.0.0.1:" + broker.port());
        new CountDownLatch(1).await();
    }

    private static String variable(String name) {
        String value = System.getenv(name);
        if (value == null) {
            throw new BackingServiceException("the environment lacks " + name);
        }
        return value;
    }
}
