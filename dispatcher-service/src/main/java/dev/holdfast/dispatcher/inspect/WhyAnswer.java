package dev.holdfast.dispatcher.inspect;

import dev.holdfast.store.inspect.Holder;
import dev.holdfast.store.inspect.Situation;
import dev.holdfast.store.inspect.Situations;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Why a task is where it is, in words and in data.
 *
 * @param since it is in this state
 * @param blockers resources that it cannot have yet
 * @param route where it is to run; null once it has ended
 */
@Schema(name = "Why")
record WhyAnswer(
        String state,
        String summary,
        Instant since,
        List<BlockerAnswer> blockers,
        @Nullable RouteAnswer route) {

    /**
     * @param ahead tasks in line that must have it first
     * @param aheadIsAtLeast whether there are more than {@code ahead}
     */
    @Schema(name = "Blocker")
    record BlockerAnswer(String resource, String mode, List<HolderAnswer> heldBy, int ahead, boolean aheadIsAtLeast) {}

    @Schema(name = "Holder")
    record HolderAnswer(
            String task,
            String mode,
            String state,
            Instant since,
            @Nullable String worker,
            @Nullable Long heartbeatAgeMs) {

        static HolderAnswer of(Holder holder) {
            return new HolderAnswer(
                    holder.task().toString(),
                    holder.mode().name(),
                    holder.state().name(),
                    holder.since(),
                    holder.worker(),
                    holder.heartbeatAge() == null ? null : holder.heartbeatAge().toMillis());
        }
    }

    /**
     * @param served whether a live worker serves it
     * @param ahead tasks of the same type and queue that get a slot first
     */
    @Schema(name = "Route")
    record RouteAnswer(
            String queue,
            String type,
            boolean served,
            boolean paused,
            int workers,
            int slots,
            int busySlots,
            int ahead) {}

    static WhyAnswer of(Situation situation) {
        Situation.Route route = situation.route();
        return new WhyAnswer(
                situation.state().name(),
                Explanation.of(situation),
                situation.since(),
                situation.blockers().stream().map(WhyAnswer::blocker).toList(),
                route == null
                        ? null
                        : new RouteAnswer(
                                route.name().queue(),
                                route.name().type(),
                                route.served(),
                                route.paused(),
                                route.workers(),
                                route.slots(),
                                route.busy(),
                                Math.min(route.ahead(), Situations.EXACT)));
    }

    private static BlockerAnswer blocker(Situation.Blocker blocker) {
        return new BlockerAnswer(
                blocker.resource(),
                blocker.mode().name(),
                blocker.heldBy().stream().map(HolderAnswer::of).toList(),
                Math.min(blocker.ahead(), Situations.EXACT),
                blocker.ahead() > Situations.EXACT);
    }
}
