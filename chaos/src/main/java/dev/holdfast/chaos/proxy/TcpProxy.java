package dev.holdfast.chaos.proxy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Forwards loopback TCP connections to one server until it is told to misbehave. It does not ask whether the server is
 * there: a connection that cannot be made is reset.
 *
 * <p>Thread-safe. Two threads per connection.
 */
public final class TcpProxy implements AutoCloseable {

    private final InetSocketAddress target;
    private final ServerSocket server;
    private final Set<Link> links = ConcurrentHashMap.newKeySet();
    private Flow flowOfNew = Flow.FLOWING;
    private boolean closed;

    private TcpProxy(InetSocketAddress target, ServerSocket server) {
        this.target = target;
        this.server = server;
    }

    /** A proxy on a free port of 127.0.0.1 in front of that server. */
    public static TcpProxy to(String host, int port) {
        try {
            ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            TcpProxy proxy = new TcpProxy(new InetSocketAddress(host, port), server);
            Link.thread("proxy-" + server.getLocalPort(), proxy::accept).start();
            return proxy;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on 127.0.0.1", e);
        }
    }

    public int port() {
        return server.getLocalPort();
    }

    /** How many connections are open, hung ones included. */
    public int connections() {
        return links.size();
    }

    /** Resets all connections, on both sides. New ones go through. */
    public void cut() {
        links.forEach(Link::reset);
    }

    /**
     * A black hole: what is sent in either direction is lost, nobody is told, and a side that closes its end is not heard
     * by the other. Lasts until {@link #heal()}.
     *
     * @param newOnesToo whether connections made from now on are accepted and hang as well; else they work
     */
    public synchronized void hang(boolean newOnesToo) {
        flowOfNew = newOnesToo ? Flow.SWALLOWED : Flow.FLOWING;
        links.forEach(link -> link.flow(Flow.SWALLOWED));
    }

    /**
     * A partition of the network: nothing arrives, nothing is lost, and what was sent meanwhile arrives at {@link #heal()},
     * late, as TCP does it.
     */
    public synchronized void stall(boolean newOnesToo) {
        flowOfNew = newOnesToo ? Flow.STALLED : Flow.FLOWING;
        links.forEach(link -> link.flow(Flow.STALLED));
    }

    /** New connections work again, stalled ones go on, and hung ones are reset: they lack what was lost. */
    public synchronized void heal() {
        flowOfNew = Flow.FLOWING;
        links.forEach(Link::heal);
    }

    /** Listens no more and resets all connections; idempotent. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                admit(server.accept());
            } catch (IOException closedOrClientGone) {
                // the loop's condition tells which
            }
        }
    }

    /** Under the lock, so that no connection slips in between {@link #hang} and its effect. */
    private synchronized void admit(Socket client) {
        Link link = new Link(client, target, flowOfNew, links::remove);
        links.add(link);
        if (closed) {
            link.reset();
        } else {
            link.start();
        }
    }
}
