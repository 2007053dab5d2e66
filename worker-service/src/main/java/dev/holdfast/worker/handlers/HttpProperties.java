package dev.holdfast.worker.handlers;

import java.time.Duration;
import java.util.List;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Where {@code http} may call, and how.
 *
 * @param allowedUrls scheme, host, port and the first segments of the path of what may be called; nothing may if empty
 * @param connectTimeout how long a connection may take
 * @param timeout how long a whole call may take if its task does not say
 * @param bodyLimit how much of an answer's body is kept, counted from its start
 */
@ConfigurationProperties("holdfast.http")
record HttpProperties(
        @DefaultValue List<String> allowedUrls,
        @DefaultValue("5s") Duration connectTimeout,
        @DefaultValue("30s") Duration timeout,
        @DefaultValue("128KB") DataSize bodyLimit) {

    private static final DataSize MOST_BODY = DataSize.ofKilobytes(240);

    HttpProperties {
        allowedUrls = List.copyOf(allowedUrls);
        if (connectTimeout.isNegative() || connectTimeout.isZero()) {
            throw new IllegalArgumentException("holdfast.http.connect-timeout must be longer than nothing");
        }
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("holdfast.http.timeout must be longer than nothing");
        }
        if (bodyLimit.toBytes() < 1 || bodyLimit.compareTo(MOST_BODY) > 0) {
            throw new IllegalArgumentException(
                    "holdfast.http.body-limit is " + bodyLimit + "; it must be 1B to 240KB, to fit in a result");
        }
    }
}
