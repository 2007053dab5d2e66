/**
 * A worker application as anybody could write one: the starter, the built-in handlers, and handlers for trials. All of
 * these write down what they do in a file that Holdfast knows nothing of: what that file says is what really happened.
 */
@NullMarked
package dev.holdfast.trial;

import org.jspecify.annotations.NullMarked;
