package dev.holdfast.quickstart.backing;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports that nobody listens on.
 *
 * <p>Between the answer and its use somebody else may take the port: whoever binds it must be ready to ask again. To make
 * that rare, the ports lie below those that operating systems hand out to outgoing connections.
 */
public final class FreePort {

    private static final int LOWEST = 15_000;
    private static final int HIGHEST = 32_000;
    private static final int TRIES = 1_000;

    private FreePort() {}

    /** A port on 127.0.0.1 that was free a moment ago. */
    public static int find() {
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new BackingServiceException("no free port on 127.0.0.1 between " + LOWEST + " and " + HIGHEST);
    }

    /** {@code preferred} if nobody listens on it, else any free port. */
    public static int findNear(int preferred) {
        return isFree(preferred) ? preferred : find();
    }

    /** Whether a server could bind the port on 127.0.0.1 just now. */
    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort() == port;
        } catch (IOException taken) {
            return false;
        }
    }
}
