package dev.holdfast.messaging;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.impl.DefaultExceptionHandler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the owner of a connection tell of its end, once and in its own words: the client would log each lost connection with
 * a stack trace. A fault in a callback still closes its channel, and is logged.
 */
final class QuietExceptions extends DefaultExceptionHandler {

    private static final Logger log = LoggerFactory.getLogger(QuietExceptions.class);

    @Override
    public void handleUnexpectedConnectionDriverException(Connection connection, Throwable exception) {
        log.debug("a connection to the broker ended", exception);
    }

    @Override
    protected void log(String message, Throwable e) {
        log.warn(message, e);
    }
}
