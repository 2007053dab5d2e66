package dev.holdfast.dispatcher.publish;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** A TCP proxy on 127.0.0.1 that can keep the server's answers to itself, as a broken network does. */
final class SwallowingProxy implements AutoCloseable {

    final AtomicInteger accepted = new AtomicInteger();
    private final ServerSocket server;
    private final InetSocketAddress target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile boolean swallowing;

    SwallowingProxy(String host, int port) throws IOException {
        target = new InetSocketAddress(host, port);
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        thread(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** From now on the client hears nothing; what it says still gets through. */
    void swallow() {
        swallowing = true;
    }

    /** Resets all connections; new ones work. */
    void heal() throws IOException {
        swallowing = false;
        reset();
    }

    private void reset() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                accepted.incrementAndGet();
                Socket upstream = new Socket();
                sockets.add(client);
                sockets.add(upstream);
                upstream.connect(target, 1_000);
                thread(() -> copy(client, upstream, false));
                thread(() -> copy(upstream, client, true));
            } catch (IOException closedOrRefused) {
                // the loop's condition tells which
            }
        }
    }

    private void copy(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[8192];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (!answers || !swallowing) {
                    out.write(buffer, 0, n);
                    out.flush();
                }
            }
        } catch (IOException ended) {
            // either side is gone: both are closed
        }
    }

    private static void thread(Runnable body) {
        Thread thread = new Thread(body, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
        reset();
    }
}
