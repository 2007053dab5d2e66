package dev.holdfast.store.inspect;

import jakarta.persistence.Entity;
import jakarta.persistence.Table;
import org.hibernate.annotations.Immutable;

/** A task without what may be large: a page of them must stay small. */
@Entity
@Immutable
@Table(name = "task_overview")
class TaskSummary extends TaskColumns {}
