package dev.holdfast.dispatcher.publish;

import java.util.Map;

/**
 * What a broker says of itself.
 *
 * @param major the first part of the version, 0 if unknown
 */
record BrokerIdentity(String product, String version, int major) {

    static BrokerIdentity of(Map<String, Object> serverProperties) {
        String version = text(serverProperties, "version");
        String first = version.split("\\.", 2)[0];
        return new BrokerIdentity(
                text(serverProperties, "product"), version, first.matches("\\d{1,4}") ? Integer.parseInt(first) : 0);
    }

    boolean isRabbit() {
        return product.equalsIgnoreCase("RabbitMQ");
    }

    @Override
    public String toString() {
        return product + " " + version;
    }

    private static String text(Map<String, Object> properties, String key) {
        Object value = properties.get(key);
        return value == null ? "?" : value.toString();
    }
}
