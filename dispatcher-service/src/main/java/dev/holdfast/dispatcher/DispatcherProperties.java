package dev.holdfast.dispatcher;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Who this dispatcher is.
 *
 * @param name for the history and the logs; the host's name unless given
 */
@ConfigurationProperties("holdfast.dispatcher")
record DispatcherProperties(@Nullable String name) {

    String nameOrHost() {
        if (name != null && !name.isBlank()) {
            return name;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unnamed";
        }
    }
}
