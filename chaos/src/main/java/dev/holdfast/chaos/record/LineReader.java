package dev.holdfast.chaos.record;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads JSON lines. A line that cannot be read was torn by the death of its writer: it is left out and counted. Unknown
 * fields are left out silently.
 */
public final class LineReader {

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private int torn;

    /** All whole lines of the file in its order; none if there is no such file. */
    public <T> List<T> read(Path file, Class<T> type) {
        if (!Files.exists(file)) {
            return List.of();
        }
        ObjectReader reader = JSON.readerFor(type);
        List<T> values = new ArrayList<>();
        // A torn line may end inside a character: its bytes must not end the reading.
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(Files.newInputStream(file), StandardCharsets.UTF_8), 1 << 16)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.isBlank()) {
                    parse(reader, line, values);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
        return values;
    }

    /** One value, the whole content of the file. */
    public <T> T readOne(Path file, Class<T> type) {
        return JSON.readValue(file, type);
    }

    /** How many lines could not be read so far. */
    public int torn() {
        return torn;
    }

    private <T> void parse(ObjectReader reader, String line, List<T> values) {
        try {
            T value = reader.readValue(line);
            values.add(value);
        } catch (JacksonException e) {
            torn++;
        }
    }
}
