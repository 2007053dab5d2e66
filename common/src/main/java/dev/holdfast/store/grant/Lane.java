package dev.holdfast.store.grant;

/**
 * A route's tasks of one kind, with their room: how many of them may be granted now. Tasks with a loss on their record are
 * a lane of their own, because a worker runs one of them at a time.
 *
 * @param route the id of the route
 * @param suspect whether this is the lane of the tasks with a loss on their record
 * @param room at least 0; a lane without room is not looked at
 */
public record Lane(int route, boolean suspect, int room) {

    public Lane {
        if (room < 0) {
            throw new IllegalArgumentException("room is at least 0, got " + room);
        }
    }
}
