package dev.holdfast.quickstart.backing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/**
 * Finds ports that nobody listens on.
 *
 * <p>Between the answer and its use somebody else may take the port: whoever binds it must be ready to ask again.
 */
public final class FreePort {

    private FreePort() {}

    /** A port on 127.0.0.1 that was free a moment ago. */
    public static int find() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port on 127.0.0.1", e);
        }
    }

    /** {@code preferred} if nobody listens on it, else any free port. */
    public static int findNear(int preferred) {
        try (ServerSocket socket = new ServerSocket(preferred, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException taken) {
            return find();
        }
    }
}
