@NullMarked
package dev.holdfast.worker.join;

import org.jspecify.annotations.NullMarked;
