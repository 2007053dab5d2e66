package dev.holdfast.dispatcher.refuse;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.springframework.util.unit.DataSize;

/** Reads a request's body, never more than the limit. */
public final class Body {

    private Body() {}

    /**
     * @return the text, decoded strictly: a byte that is not UTF-8 would come back as another one
     * @throws Refusal too large, or not UTF-8
     * @throws IOException if the client went away
     */
    public static String read(InputStream in, DataSize limit) throws IOException {
        int bound = Math.toIntExact(limit.toBytes());
        byte[] bytes = in.readNBytes(bound + 1);
        if (bytes.length > bound) {
            throw new Refusal(Problem.TOO_LARGE, "the body may have " + bound + " bytes");
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new Refusal(Problem.MALFORMED, "the body is not UTF-8");
        }
    }
}
