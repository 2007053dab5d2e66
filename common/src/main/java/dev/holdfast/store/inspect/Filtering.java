package dev.holdfast.store.inspect;

import dev.holdfast.task.TaskId;
import dev.holdfast.task.TaskState;
import jakarta.persistence.criteria.CriteriaBuilder;
import jakarta.persistence.criteria.Predicate;
import jakarta.persistence.criteria.Root;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.hibernate.query.criteria.HibernateCriteriaBuilder;
import org.jspecify.annotations.Nullable;
import org.springframework.data.jpa.domain.Specification;

/** Turns a filter into predicates that the indexes of {@code task}, {@code task_live} and {@code task_done} can serve. */
final class Filtering {

    /** Ids are drawn by the clock of whoever takes the task in; {@code created_at} by that of the database. */
    private static final Duration CLOCKS_DIFFER = Duration.ofHours(1);

    private Filtering() {}

    /** @param before only tasks with smaller ids, that is older ones */
    static Specification<TaskSummary> by(TaskFilter filter, @Nullable TaskId before) {
        return (root, query, cb) -> {
            List<Predicate> all = new ArrayList<>();
            if (before != null) {
                all.add(cb.lessThan(root.get("id"), before.value()));
            }
            if (!filter.states().isEmpty()) {
                all.addAll(states(filter.states(), root, cb));
            }
            if (!filter.reasons().isEmpty()) {
                all.add(root.get("reason").in(filter.reasons()));
            }
            equal(all, root, cb, "type", filter.type());
            equal(all, root, cb, "queue", filter.queue());
            equal(all, root, cb, "worker", filter.worker());
            if (filter.resource() != null) {
                all.add(contains(root, cb, "resources", JsonColumns.havingResource(filter.resource())));
            }
            if (!filter.labels().isEmpty()) {
                all.add(contains(root, cb, "labels", JsonColumns.havingLabels(filter.labels())));
            }
            times(all, filter, root, cb);
            return cb.and(all.toArray(Predicate[]::new));
        };
    }

    /** By the column of one of the two tables, where one alone can have them: a state of either is in no index. */
    private static List<Predicate> states(Set<TaskState> states, Root<TaskSummary> root, CriteriaBuilder cb) {
        if (states.stream().allMatch(TaskState::isFinal)) {
            return List.of(root.get("doneState").in(names(states)));
        }
        if (states.stream().noneMatch(TaskState::isFinal)) {
            Predicate live = root.get("liveState").in(names(states));
            return states.stream().allMatch(TaskState::isOwned)
                    ? List.of(live, cb.isNotNull(root.get("incarnation")))
                    : List.of(live);
        }
        return List.of(root.get("state").in(states));
    }

    private static List<String> names(Set<TaskState> states) {
        return states.stream().map(TaskState::name).toList();
    }

    private static void times(List<Predicate> all, TaskFilter filter, Root<TaskSummary> root, CriteriaBuilder cb) {
        Instant createdAfter = filter.createdAfter();
        if (createdAfter != null) {
            all.add(cb.greaterThan(root.get("createdAt"), createdAfter));
            all.add(cb.greaterThanOrEqualTo(root.get("id"), firstId(createdAfter.minus(CLOCKS_DIFFER))));
        }
        Instant createdBefore = filter.createdBefore();
        if (createdBefore != null) {
            all.add(cb.lessThan(root.get("createdAt"), createdBefore));
            all.add(cb.lessThan(root.get("id"), firstId(createdBefore.plus(CLOCKS_DIFFER))));
        }
        if (filter.finishedAfter() != null) {
            all.add(cb.greaterThan(root.get("finishedAt"), filter.finishedAfter()));
        }
        if (filter.finishedBefore() != null) {
            all.add(cb.lessThan(root.get("finishedAt"), filter.finishedBefore()));
        }
    }

    /** The smallest UUID of version 7 of that millisecond. */
    private static UUID firstId(Instant time) {
        return new UUID(Math.max(0, time.toEpochMilli()) << 16, 0);
    }

    private static void equal(
            List<Predicate> all, Root<TaskSummary> root, CriteriaBuilder cb, String field, @Nullable String value) {
        if (value != null) {
            all.add(cb.equal(root.get(field), value));
        }
    }

    /** The operator itself: a function of the same meaning would not use the index. */
    private static Predicate contains(Root<TaskSummary> root, CriteriaBuilder cb, String field, String json) {
        HibernateCriteriaBuilder hibernate = (HibernateCriteriaBuilder) cb;
        return cb.isTrue(
                hibernate.sql("(? @> cast(? as jsonb))", Boolean.class, root.get(field), hibernate.value(json)));
    }
}
