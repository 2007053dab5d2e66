package dev.holdfast.dispatcher.publish;

import dev.holdfast.dispatcher.reserve.Publishing;
import dev.holdfast.dispatcher.reserve.Rooms;
import dev.holdfast.store.grant.Granted;
import dev.holdfast.store.grant.Lane;
import dev.holdfast.store.publish.Leased;
import dev.holdfast.store.publish.Windows;
import java.util.ArrayList;
import java.util.List;

/** What the grants see of publishing: how much room there is, and where the granted go. */
final class GrantedTasks implements Publishing, Rooms {

    private final TaskPublisher publisher;
    private final Windows windows;
    private final PublishProperties settings;
    private int turn;

    GrantedTasks(TaskPublisher publisher, Windows windows, PublishProperties settings) {
        this.publisher = publisher;
        this.windows = windows;
        this.settings = settings;
    }

    @Override
    public void granted(List<Granted> tasks) {
        publisher.publish(tasks.stream()
                .map(g -> new Order(new Leased(g.key(), g.name()), false))
                .toList());
    }

    /**
     * A route's two lanes share its room, and neither knows what the other will take: together they may exceed it by the
     * suspects, at most one per worker. While the budget is short, another route comes first each time.
     */
    @Override
    public synchronized List<Lane> lanes() {
        int budget = publisher.budget();
        if (budget == 0) {
            return List.of();
        }
        List<Windows.Room> rooms =
                windows.rooms(settings.windowLeast(), settings.windowMost(), settings.windowRecent());
        List<Lane> lanes = new ArrayList<>();
        turn++;
        for (int i = 0; i < rooms.size() && budget > 0; i++) {
            Windows.Room room = rooms.get(Math.floorMod(i + turn, rooms.size()));
            int suspects = Math.min(room.suspectRoom(), budget);
            if (suspects > 0) {
                lanes.add(new Lane(room.route(), true, suspects));
            }
            int others = Math.min(room.room(), budget);
            lanes.add(new Lane(room.route(), false, others));
            budget -= others;
        }
        return lanes;
    }
}
