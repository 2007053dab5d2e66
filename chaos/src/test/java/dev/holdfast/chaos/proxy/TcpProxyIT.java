package dev.holdfast.chaos.proxy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TcpProxyIT {

    private final AtomicInteger connected = new AtomicInteger();
    private ServerSocket echo;
    private TcpProxy proxy;

    @BeforeEach
    void start() throws IOException {
        echo = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Link.thread("echo", this::serve).start();
        proxy = TcpProxy.to("127.0.0.1", echo.getLocalPort());
    }

    @AfterEach
    void stop() throws IOException {
        proxy.close();
        echo.close();
    }

    @Test
    void bytes_go_through_in_both_directions_and_the_end_is_heard() throws IOException {
        try (Socket client = connect()) {
            assertThat(ask(client, 7)).isEqualTo(7);
            assertThat(proxy.connections()).isEqualTo(1);
        }
        await().atMost(Duration.ofSeconds(5)).until(() -> connected.get() == 0 && proxy.connections() == 0);
    }

    @Test
    void a_cut_resets_what_is_open_and_lets_new_connections_through() throws IOException {
        try (Socket client = connect()) {
            ask(client, 1);
            proxy.cut();
            assertThatThrownBy(() -> ask(client, 2)).isInstanceOf(SocketException.class);
        }
        try (Socket client = connect()) {
            assertThat(ask(client, 3)).isEqualTo(3);
        }
    }

    @Test
    void a_hung_connection_swallows_and_tells_nobody() throws IOException {
        try (Socket client = connect();
                Socket other = connect()) {
            ask(client, 1);
            ask(other, 1);
            proxy.hang(false);
            assertThatThrownBy(() -> ask(client, 2)).isInstanceOf(SocketTimeoutException.class);
            other.close();
            try (Socket fresh = connect()) {
                assertThat(ask(fresh, 3)).isEqualTo(3);
                assertThat(connected).as("the server did not hear of the close").hasValue(3);
            }
            proxy.heal();
            assertThatThrownBy(() -> ask(client, 4)).isInstanceOf(SocketException.class);
        }
        await().atMost(Duration.ofSeconds(5)).until(() -> connected.get() == 0);
    }

    @Test
    void new_connections_hang_too_when_asked_until_it_is_healed() throws IOException {
        proxy.hang(true);
        try (Socket client = connect()) {
            assertThatThrownBy(() -> ask(client, 1)).isInstanceOf(SocketTimeoutException.class);
            assertThat(connected).hasValue(0);
            proxy.heal();
        }
        try (Socket client = connect()) {
            assertThat(ask(client, 2)).isEqualTo(2);
        }
    }

    @Test
    void what_was_sent_while_stalled_arrives_late() throws IOException {
        try (Socket client = connect()) {
            ask(client, 1);
            proxy.stall(true);
            assertThatThrownBy(() -> ask(client, 2)).isInstanceOf(SocketTimeoutException.class);
            try (Socket fresh = connect()) {
                assertThatThrownBy(() -> ask(fresh, 3)).isInstanceOf(SocketTimeoutException.class);
                proxy.heal();
                assertThat(client.getInputStream().read()).isEqualTo(2);
                assertThat(fresh.getInputStream().read()).isEqualTo(3);
            }
        }
    }

    /** The port is taken and refuses: a server socket that was just closed may still accept once. */
    @Test
    void a_server_that_is_away_looks_like_a_reset() throws IOException {
        try (Socket away = new Socket()) {
            away.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            try (TcpProxy toNobody = TcpProxy.to("127.0.0.1", away.getLocalPort());
                    Socket client = connect(toNobody)) {
                assertThatThrownBy(() -> ask(client, 1)).isInstanceOf(SocketException.class);
            }
        }
    }

    private Socket connect() throws IOException {
        return connect(proxy);
    }

    private static Socket connect(TcpProxy through) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), through.port());
        socket.setSoTimeout(400);
        return socket;
    }

    private static int ask(Socket socket, int value) throws IOException {
        socket.getOutputStream().write(value);
        return socket.getInputStream().read();
    }

    private void serve() {
        while (!echo.isClosed()) {
            try {
                Socket socket = echo.accept();
                connected.incrementAndGet();
                Link.thread("echo-one", () -> echo(socket)).start();
            } catch (IOException closed) {
                // the loop ends
            }
        }
    }

    private void echo(Socket socket) {
        try (socket) {
            for (int value = socket.getInputStream().read();
                    value >= 0;
                    value = socket.getInputStream().read()) {
                socket.getOutputStream().write(value);
            }
        } catch (IOException reset) {
            // as wanted
        } finally {
            connected.decrementAndGet();
        }
    }
}
