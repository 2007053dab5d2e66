@NullMarked
package dev.holdfast.worker.autoconfigure;

import org.jspecify.annotations.NullMarked;
