/** Tests of the turns of granting. */
@NullMarked
package dev.holdfast.dispatcher.reserve;

import org.jspecify.annotations.NullMarked;
