@NullMarked
package dev.holdfast.worker.heartbeat;

import org.jspecify.annotations.NullMarked;
