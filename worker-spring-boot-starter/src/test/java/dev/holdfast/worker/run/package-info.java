@NullMarked
package dev.holdfast.worker.run;

import org.jspecify.annotations.NullMarked;
