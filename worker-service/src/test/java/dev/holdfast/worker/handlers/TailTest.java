package dev.holdfast.worker.handlers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TailTest {

    @Test
    void it_keeps_the_last_bytes_however_they_come_in() {
        Random random = new Random(7);
        for (int round = 0; round < 100; round++) {
            Tail tail = new Tail(1 + random.nextInt(50));
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            for (int part = 0; part < 20; part++) {
                byte[] bytes = new byte[random.nextInt(120)];
                random.nextBytes(bytes);
                int length = random.nextInt(bytes.length + 1);
                tail.append(bytes, length);
                all.write(bytes, 0, length);
                byte[] whole = all.toByteArray();
                byte[] kept = tail.bytes();
                assertThat(kept).isEqualTo(Arrays.copyOfRange(whole, whole.length - kept.length, whole.length));
                assertThat(tail.written()).isEqualTo(whole.length);
            }
        }
    }

    @Test
    void it_keeps_as_many_as_it_can() {
        Tail tail = new Tail(3);
        tail.append(new byte[] {1, 2, 3, 4, 5}, 4);

        assertThat(tail.bytes()).containsExactly(2, 3, 4);
    }
}
