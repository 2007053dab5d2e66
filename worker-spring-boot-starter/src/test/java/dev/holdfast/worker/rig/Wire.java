package dev.holdfast.worker.rig;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A TCP line to somewhere, which can be cut: what is on it then is swallowed, and nobody is told. */
public final class Wire implements AutoCloseable {

    private final ServerSocket server;
    private final String host;
    private final int port;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile boolean cut;
    private volatile boolean deaf;

    public Wire(String host, int port) throws IOException {
        this.host = host;
        this.port = port;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        thread(this::accept);
    }

    public int port() {
        return server.getLocalPort();
    }

    /** From now on nothing passes, in either direction, on old and new connections. */
    public void cut() {
        cut = true;
    }

    /** From now on what is asked arrives, and no answer comes back. */
    public void deafen() {
        deaf = true;
    }

    /** Lines that were cut are gone for good; new ones pass. */
    public void mend() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
        cut = false;
        deaf = false;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void accept() {
        while (!server.isClosed()) {
            try {
                Socket near = server.accept();
                sockets.add(near);
                if (!cut) {
                    Socket far = new Socket(host, port);
                    sockets.add(far);
                    thread(() -> pump(near, far, false));
                    thread(() -> pump(far, near, true));
                }
            } catch (IOException e) {
                // closed, or the other side is away
            }
        }
    }

    private void pump(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[8192];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                if (!cut && !(answers && deaf)) {
                    out.write(buffer, 0, n);
                    out.flush();
                }
            }
            if (!cut) {
                to.shutdownOutput();
            }
        } catch (IOException e) {
            // one side has gone
        }
    }

    private static void thread(Runnable task) {
        Thread thread = new Thread(task, "wire");
        thread.setDaemon(true);
        thread.start();
    }
}
