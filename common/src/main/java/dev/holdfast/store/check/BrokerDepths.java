package dev.holdfast.store.check;

import dev.holdfast.task.RouteName;
import java.util.OptionalInt;

/** What the broker holds, asked by whoever has a connection to it. */
public interface BrokerDepths {

    /** For a process that has none. */
    BrokerDepths NONE = route -> OptionalInt.empty();

    /** How many messages the queue of a route holds ready; empty if the broker cannot be asked now. */
    OptionalInt ready(RouteName route);
}
