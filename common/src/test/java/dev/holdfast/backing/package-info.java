/**
 * The one place that provides test services. {@code HOLDFAST_BACKING} (environment, or the system property
 * {@code holdfast.backing}) says {@code docker}, {@code native}, {@code embedded} or {@code external}; without it, each of
 * database and broker comes from the first that is there: a Docker engine, Debian's packages, embedded. One server of each
 * kind per JVM, started when first asked for, stopped with the JVM, however that ends. What ran on what is printed once.
 */
@NullMarked
package dev.holdfast.backing;

import org.jspecify.annotations.NullMarked;
