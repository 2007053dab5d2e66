package dev.holdfast.quickstart.stack;

import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Where a broker is and who connects to it, as {@code amqp://user:password@host:5672/vhost} says it. */
public record AmqpAddress(String host, int port, String user, String password, String virtualHost) {

    private static final int DEFAULT_PORT = 5672;

    /** Without a path the virtual host is {@code /}; without a user it is {@code guest}. */
    public static AmqpAddress parse(String text) {
        URI uri;
        try {
            uri = URI.create(text);
        } catch (IllegalArgumentException e) {
            throw new StackException("not an AMQP address: " + text + " (" + e.getMessage() + ")", e);
        }
        if (!"amqp".equals(uri.getScheme()) || uri.getHost() == null) {
            throw new StackException("not an AMQP address: " + text + "; wanted amqp://user:password@host:port/vhost");
        }
        String[] login = uri.getRawUserInfo() == null
                ? new String[] {"guest", "guest"}
                : uri.getRawUserInfo().split(":", 2);
        String path = uri.getRawPath() == null ? "" : uri.getRawPath();
        return new AmqpAddress(
                uri.getHost(),
                uri.getPort() < 0 ? DEFAULT_PORT : uri.getPort(),
                decode(login[0]),
                login.length < 2 ? "" : decode(login[1]),
                path.length() <= 1 ? "/" : decode(path.substring(1)));
    }

    /** The same as a URI. */
    public String uri() {
        return "amqp://" + encode(user) + ":" + encode(password) + "@" + host + ":" + port + "/" + encode(virtualHost);
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
