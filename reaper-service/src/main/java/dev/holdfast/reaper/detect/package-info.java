/**
 * Who is dead. A worker is convicted when the database says that its lease has run out and this reaper has itself watched
 * its heartbeat counter stand still for a whole ttl, without a gap. No clock of another machine is trusted, and no evidence
 * from before a pause: an outage that kept workers from renewing kept the reaper from watching as well.
 */
@NullMarked
package dev.holdfast.reaper.detect;

import org.jspecify.annotations.NullMarked;
