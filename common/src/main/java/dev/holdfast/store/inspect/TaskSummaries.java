package dev.holdfast.store.inspect;

import java.util.UUID;
import org.springframework.data.jpa.repository.JpaSpecificationExecutor;
import org.springframework.data.repository.Repository;

/** Pages of tasks. */
interface TaskSummaries extends Repository<TaskSummary, UUID>, JpaSpecificationExecutor<TaskSummary> {}
