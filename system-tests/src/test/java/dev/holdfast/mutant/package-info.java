/**
 * Deliberate breakages of the protocol, and the tests that must notice. A mutant is a few exact edits of sources, statements
 * or scripts; the edited files are put into a directory that comes first on the classpath of a JVM of its own, in which the
 * test that is to catch it runs. It is caught if that test, green without it, fails by what it asserts, in time. The code
 * that ships knows nothing of this.
 */
@NullMarked
package dev.holdfast.mutant;

import org.jspecify.annotations.NullMarked;
