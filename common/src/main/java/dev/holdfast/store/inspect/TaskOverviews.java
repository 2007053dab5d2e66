package dev.holdfast.store.inspect;

import java.util.Optional;
import java.util.UUID;
import org.springframework.data.repository.Repository;

/** Single tasks. */
interface TaskOverviews extends Repository<TaskOverview, UUID> {

    Optional<TaskOverview> findById(UUID id);
}
