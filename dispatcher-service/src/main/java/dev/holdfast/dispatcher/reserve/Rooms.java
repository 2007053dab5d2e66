package dev.holdfast.dispatcher.reserve;

import dev.holdfast.store.grant.Lane;
import java.util.List;

/** How many tasks of each open route may be published now. Implemented where the windows are known. */
@FunctionalInterface
public interface Rooms {

    /**
     * The lanes with room, at most one per route and kind. Asked once before each grant pass, so what the last pass
     * granted must already count. Empty while nothing can be published at all, e.g. the broker's connection is blocked.
     */
    List<Lane> lanes();
}
