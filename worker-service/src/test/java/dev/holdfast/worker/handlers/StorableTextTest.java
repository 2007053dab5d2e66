package dev.holdfast.worker.handlers;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class StorableTextTest {

    private final JsonMapper json = JsonMapper.builder().build();

    @Test
    void text_that_fits_stays_as_it_is() {
        assertThat(StorableText.endOf("grün\n".getBytes(UTF_8), 100, 100)).isEqualTo(new StorableText("grün\n", false));
        assertThat(StorableText.startOf("grün\n".getBytes(UTF_8), 100)).isEqualTo(new StorableText("grün\n", false));
        assertThat(StorableText.endOf(new byte[0], 100, 100)).isEqualTo(new StorableText("", false));
    }

    @Test
    void a_cut_leaves_whole_characters() {
        assertThat(StorableText.endOf("aüb".getBytes(UTF_8), 2, 100)).isEqualTo(new StorableText("b", true));
        assertThat(StorableText.endOf("aüb".getBytes(UTF_8), 3, 100)).isEqualTo(new StorableText("üb", true));
        assertThat(StorableText.startOf("a😀b".getBytes(UTF_8), 4)).isEqualTo(new StorableText("a", true));
        assertThat(StorableText.startOf("a😀b".getBytes(UTF_8), 5)).isEqualTo(new StorableText("a😀", true));
    }

    @Test
    void nothing_is_left_that_postgresql_cannot_store() {
        assertThat(StorableText.endOf("a\0b".getBytes(ISO_8859_1), 10, 10).text())
                .isEqualTo("a\uFFFDb");
    }

    @Test
    void any_bytes_fit_as_json() {
        Random random = new Random(1);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[random.nextInt(400)];
            random.nextBytes(bytes);
            int room = random.nextInt(300);
            String end = StorableText.endOf(bytes, 1000, room).text();
            String start = StorableText.startOf(bytes, room).text();

            assertThat(json.writeValueAsBytes(end).length - 2).isLessThanOrEqualTo(room);
            assertThat(json.writeValueAsBytes(start).length - 2).isLessThanOrEqualTo(room);
            String all = new String(bytes, UTF_8).replace('\0', '\uFFFD');
            assertThat(all).endsWith(end).startsWith(start);
        }
    }
}
