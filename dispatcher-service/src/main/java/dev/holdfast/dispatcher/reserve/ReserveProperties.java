package dev.holdfast.dispatcher.reserve;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How grants are bounded.
 *
 * @param grantSweep how long a lost signal may delay a grant, and a due or expired task its step
 * @param grantSlice tasks per statement
 * @param grantMax tasks looked at in one transaction
 */
@ConfigurationProperties("holdfast.dispatcher")
public record ReserveProperties(
        @DefaultValue("500ms") Duration grantSweep,
        @DefaultValue("1000") int grantSlice,
        @DefaultValue("2000") int grantMax) {

    public ReserveProperties {
        if (grantSweep.isNegative() || grantSweep.isZero() || grantSlice < 1 || grantMax < grantSlice) {
            throw new IllegalArgumentException(
                    "holdfast.dispatcher: grant-sweep is positive, grant-slice at least 1, grant-max at least grant-slice");
        }
    }
}
