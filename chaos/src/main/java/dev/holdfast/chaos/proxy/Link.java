package dev.holdfast.chaos.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.function.Consumer;

/** One connection through a proxy. */
final class Link {

    private static final int CONNECT_MILLIS = 2_000;

    private final Socket client;
    private final InetSocketAddress target;
    private final Consumer<Link> atEnd;
    private final Socket upstream = new Socket();
    private Flow flow;
    private boolean ended;

    Link(Socket client, InetSocketAddress target, Flow flow, Consumer<Link> atEnd) {
        this.client = client;
        this.target = target;
        this.flow = flow;
        this.atEnd = atEnd;
    }

    void start() {
        thread("link-" + client.getPort(), this::run).start();
    }

    synchronized void flow(Flow next) {
        flow = next;
        notifyAll();
    }

    /** What was swallowed is missing for good, so such a connection cannot go on. */
    void heal() {
        synchronized (this) {
            if (flow != Flow.SWALLOWED) {
                flow(Flow.FLOWING);
                return;
            }
        }
        reset();
    }

    /** RST to both sides. */
    void reset() {
        end(true);
    }

    private void run() {
        if (!awaitRelease()) {
            swallow();
            return;
        }
        try {
            upstream.connect(target, CONNECT_MILLIS);
            upstream.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
        } catch (IOException serverIsAway) {
            reset();
            return;
        }
        thread("link-back-" + client.getPort(), () -> pump(upstream, client)).start();
        pump(client, upstream);
    }

    /** A connection that was made while the network hung: it is there, and nobody is behind it. */
    private void swallow() {
        byte[] lost = new byte[8192];
        try {
            InputStream in = client.getInputStream();
            while (in.read(lost) >= 0) {
                // lost
            }
        } catch (IOException gone) {
            // as below
        }
        reset();
    }

    private void pump(Socket from, Socket to) {
        byte[] bytes = new byte[16 * 1024];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                if (awaitRelease()) {
                    out.write(bytes, 0, count);
                }
            }
        } catch (IOException oneSideIsGone) {
            // the other is told below, as soon as the network lets it
        }
        closeWhenHeard();
    }

    /** Waits while stalled; false if what is in hand is lost. */
    private synchronized boolean awaitRelease() {
        while (flow == Flow.STALLED && !ended) {
            pause();
        }
        return flow == Flow.FLOWING && !ended;
    }

    private void closeWhenHeard() {
        synchronized (this) {
            while (flow != Flow.FLOWING && !ended) {
                pause();
            }
        }
        end(false);
    }

    private void pause() {
        try {
            wait();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts a link", e);
        }
    }

    private void end(boolean abruptly) {
        synchronized (this) {
            if (ended) {
                return;
            }
            ended = true;
            notifyAll();
        }
        atEnd.accept(this);
        close(client, abruptly);
        close(upstream, abruptly);
    }

    private static void close(Socket socket, boolean abruptly) {
        try (socket) {
            if (abruptly) {
                // The close below sends RST then.
                socket.setSoLinger(true, 0);
            }
        } catch (IOException closedBefore) {
            // as wanted
        }
    }

    static Thread thread(String name, Runnable body) {
        Thread thread = new Thread(null, body, name, 256 * 1024);
        thread.setDaemon(true);
        return thread;
    }
}
