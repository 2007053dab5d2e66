/**
 * What must hold when real processes get real signals. A {@link dev.holdfast.scenario.Cluster} is a Holdfast of one's own:
 * its database, its broker, its services as processes that can be killed, frozen and started again; an
 * {@link dev.holdfast.scenario.Evidence} is what the tasks themselves wrote down outside of Holdfast.
 */
@NullMarked
package dev.holdfast.scenario;

import org.jspecify.annotations.NullMarked;
