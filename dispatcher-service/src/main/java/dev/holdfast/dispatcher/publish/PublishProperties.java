package dev.holdfast.dispatcher.publish;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How publishing is bounded.
 *
 * @param publishLease how long a READY row is left to the dispatcher that publishes it
 * @param confirmTimeout the broker's confirm is awaited this long, then the connection is given up; below the lease
 * @param maxUnconfirmed how many messages may be under way, from the lease to the mark
 * @param unroutablePause before a message that found no queue is sent again
 * @param markDelay how long confirms are gathered for one statement; what is claimed meanwhile needs no mark
 * @param publishSweep how often unpublished and lost tasks and the routes are looked at
 * @param routeGoneAfter what is published to a route without workers is taken back after this
 * @param windowLeast smallest window of a route
 * @param windowMost largest window of a route
 * @param windowRecent how long a claim counts in its route's window
 * @param lostAfter no message is thought lost that was published later than this ago
 * @param lostOvertakenBy a message is lost if one published so much later was claimed
 * @param lostLookGap between the two looks at an empty queue that prove its messages lost
 * @param staleAfter a message that nobody waits for stops counting in the window when it is this old and its queue empty
 * @param staleAtMost and in any case when it is this old
 */
@ConfigurationProperties("holdfast.dispatcher")
public record PublishProperties(
        @DefaultValue("10s") Duration publishLease,
        @DefaultValue("8s") Duration confirmTimeout,
        @DefaultValue("1000") int maxUnconfirmed,
        @DefaultValue("1s") Duration unroutablePause,
        @DefaultValue("20ms") Duration markDelay,
        @DefaultValue("1s") Duration publishSweep,
        @DefaultValue("10s") Duration routeGoneAfter,
        @DefaultValue("2") int windowLeast,
        @DefaultValue("1000") int windowMost,
        @DefaultValue("100ms") Duration windowRecent,
        @DefaultValue("10s") Duration lostAfter,
        @DefaultValue("5s") Duration lostOvertakenBy,
        @DefaultValue("5s") Duration lostLookGap,
        @DefaultValue("10s") Duration staleAfter,
        @DefaultValue("1h") Duration staleAtMost) {

    public PublishProperties {
        if (confirmTimeout.compareTo(publishLease) >= 0) {
            throw new IllegalArgumentException(
                    "holdfast.dispatcher.confirm-timeout (%s) must be shorter than publish-lease (%s), else others publish what is still under way"
                            .formatted(confirmTimeout, publishLease));
        }
        if (lostAfter.compareTo(lostLookGap) < 0) {
            throw new IllegalArgumentException(
                    "holdfast.dispatcher.lost-after (%s) must not be shorter than lost-look-gap (%s): the looks prove nothing of messages published between them"
                            .formatted(lostAfter, lostLookGap));
        }
        if (maxUnconfirmed < 1 || windowLeast < 1 || windowMost < windowLeast) {
            throw new IllegalArgumentException(
                    "holdfast.dispatcher: max-unconfirmed and window-least are at least 1, window-most at least window-least");
        }
    }
}
