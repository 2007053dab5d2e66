@NullMarked
package dev.holdfast.worker;

import org.jspecify.annotations.NullMarked;
