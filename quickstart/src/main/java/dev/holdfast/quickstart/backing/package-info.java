/**
 * A PostgreSQL and an AMQP broker for a machine that has nothing but a JDK.
 *
 * <p>The database is a real PostgreSQL server, unpacked from a jar and run as a process of its own, so it can be killed
 * and started again on the same data. The broker is Apache Qpid Broker-J, which runs inside a JVM and keeps its messages
 * in memory: stopping it is the same as wiping a broker's data, which the system must survive anyway. Both listen on
 * 127.0.0.1 only.
 */
@NullMarked
package dev.holdfast.quickstart.backing;

import org.jspecify.annotations.NullMarked;
