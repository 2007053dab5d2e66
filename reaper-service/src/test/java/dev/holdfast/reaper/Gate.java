package dev.holdfast.reaper;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A port that leads to another one while it is open. Closing it breaks the connections through it: an outage at will. */
final class Gate implements AutoCloseable {

    private final String targetHost;
    private final int targetPort;
    private final int port;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile @Nullable ServerSocket server;

    Gate(String targetHost, int targetPort) throws IOException {
        this.targetHost = targetHost;
        this.targetPort = targetPort;
        try (ServerSocket free = listen(0)) {
            this.port = free.getLocalPort();
        }
    }

    int port() {
        return port;
    }

    void open() throws IOException {
        ServerSocket listening = listen(port);
        server = listening;
        start(() -> {
            while (true) {
                Socket client = listening.accept();
                Socket target = new Socket(targetHost, targetPort);
                if (admit(listening, client, target)) {
                    start(() -> copy(client, target));
                    start(() -> copy(target, client));
                }
            }
        });
    }

    /** A connection may come in while the gate closes; it is broken like the others. */
    private synchronized boolean admit(ServerSocket listening, Socket client, Socket target) throws IOException {
        if (listening.isClosed()) {
            client.close();
            target.close();
            return false;
        }
        sockets.add(client);
        sockets.add(target);
        return true;
    }

    @Override
    public synchronized void close() {
        ServerSocket listening = server;
        try {
            if (listening != null) {
                listening.close();
            }
            for (Socket socket : sockets) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        sockets.clear();
    }

    private static ServerSocket listen(int port) throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
    }

    private static void copy(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            in.transferTo(out);
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                // The end of a connection, or of the gate.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
