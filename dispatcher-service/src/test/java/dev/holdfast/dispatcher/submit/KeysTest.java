package dev.holdfast.dispatcher.submit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeysTest {

    @Test
    void bodies_that_mean_the_same_have_the_same_print() {
        byte[] print = print("/tasks", "{\"a\":{\"x\":1,\"y\":[1.50,null]},\"b\":\"\\u00fc\"}");

        assertThat(print("/tasks", " {\"b\" : \"ü\", \"a\":{ \"y\":[1.50, null],\"x\":1} }"))
                .isEqualTo(print);
        assertThat(print("/tasks", "{\"a\":{\"x\":1,\"y\":[null,1.50]},\"b\":\"ü\"}"))
                .isNotEqualTo(print);
        assertThat(print("/tasks", "{\"a\":{\"x\":\"1\",\"y\":[1.50,null]},\"b\":\"ü\"}"))
                .isNotEqualTo(print);
        assertThat(print("/other", "{\"a\":{\"x\":1,\"y\":[1.50,null]},\"b\":\"ü\"}"))
                .isNotEqualTo(print);
    }

    @Test
    void numbers_of_any_size_keep_their_value() {
        assertThat(print("/tasks", "[1e400]")).isNotEqualTo(print("/tasks", "[1e401]"));
        assertThat(print("/tasks", "[12345678901234567890123]"))
                .isNotEqualTo(print("/tasks", "[12345678901234567890124]"));
    }

    private static byte[] print(String call, String body) {
        return Keys.of(null, "k", call, body).bodySha256();
    }
}
