/**
 * How messages reach this process: one channel and one consumer per route (queue and type), all moved by one thread.
 *
 * <p><b>Slots and prefetch.</b> All routes share one pool of slots. A delivery takes a slot when it arrives and keeps it
 * through claim and run; its ack comes right after the claim, so the broker's count of unacknowledged messages tells
 * nothing of running attempts. Per route, what the broker may still send is {@code prefetch - unacked}; the rule is that
 * this never exceeds the free slots. Three things follow. A consumer begins with a prefetch of at most the free slots, half
 * of them if there are several, so that it need not be resized with every delivery. When slots go to another route, a
 * consumer that may now receive too much is canceled and begun again with less. And an ack that would let the broker send
 * more than there are slots for (above all the ack of the claim that took the last slot) is sent after the cancel-ok.
 *
 * <p><b>Several routes.</b> With more routes than free slots, each route still has its consumer, with a prefetch of one:
 * otherwise a route could starve behind the others, and its messages would have to wait although a slot is free. So two routes
 * may deliver for one slot at the same moment. The first takes it; for the second there is none, so the consumers are canceled
 * and, after the cancel (or it would come straight back), it is returned by {@code basic.nack(requeue)}, which puts it
 * where it was. Nothing ever waits here for a running task: a message is either on its way into a claim or back with the
 * broker, where an idle worker takes it.
 *
 * <p><b>Returned messages.</b> One that is to be returned after a moment (another suspect runs here) keeps its channel, which
 * is retired: canceled, and closed once its last message is answered. The route goes on with a new one, so the message
 * that waits takes no room from the others.
 *
 * <p><b>Losing the broker.</b> Connections never recover by themselves. The thread opens the next one and everything on
 * it; AMQP heartbeats find half-open ones. A consumer whose queue was deleted is told by RabbitMQ; the embedded broker says
 * nothing, so every 5 s each queue is looked at, and declared again if it is gone. A message on a lost connection is redelivered
 * by the broker: its answer here goes nowhere, and the row decides about the second delivery.
 */
@NullMarked
package dev.holdfast.worker.receive;

import org.jspecify.annotations.NullMarked;
