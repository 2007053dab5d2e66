/** Puts the worker together in a Spring Boot application that has handlers. */
@NullMarked
package dev.holdfast.worker.autoconfigure;

import org.jspecify.annotations.NullMarked;
