@NullMarked
package dev.holdfast.examples.fence;

import org.jspecify.annotations.NullMarked;
