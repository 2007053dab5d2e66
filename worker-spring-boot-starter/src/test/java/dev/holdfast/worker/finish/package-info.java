@NullMarked
package dev.holdfast.worker.finish;

import org.jspecify.annotations.NullMarked;
