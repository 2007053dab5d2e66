/** Which test answers which rule of {@code docs/verification.md}. */
@NullMarked
package dev.holdfast.verification;

import org.jspecify.annotations.NullMarked;
