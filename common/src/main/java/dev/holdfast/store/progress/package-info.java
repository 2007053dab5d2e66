/** What running attempts say of themselves: beside the live row, so that chatter never touches the row that others wait for. */
@NullMarked
package dev.holdfast.store.progress;

import org.jspecify.annotations.NullMarked;
