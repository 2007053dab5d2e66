@NullMarked
package dev.holdfast.worker.receive;

import org.jspecify.annotations.NullMarked;
