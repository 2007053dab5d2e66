/**
 * The network between one process and its database or broker, to be cut, hung and healed without the process, the server or
 * the operating system being asked.
 */
@NullMarked
package dev.holdfast.chaos.proxy;

import org.jspecify.annotations.NullMarked;
