/**
 * How waiting tasks get their resources. A pass looks at candidates, the best of each lane first: whoever is blocked
 * nowhere is granted all it asks for at once; whoever is blocked watches the one resource that it was found blocked on, and
 * is looked at again only when something leaves that resource. {@code GrantPass} says why that is complete. Here too stand
 * the steps that put tasks in line or out of it without granting them: due, parked, back from parking.
 */
@NullMarked
package dev.holdfast.store.grant;

import org.jspecify.annotations.NullMarked;
