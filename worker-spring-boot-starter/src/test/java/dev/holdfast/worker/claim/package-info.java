@NullMarked
package dev.holdfast.worker.claim;

import org.jspecify.annotations.NullMarked;
