package dev.holdfast.dispatcher.submit;

import dev.holdfast.dispatcher.refuse.Callers;
import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.store.submit.IdempotencyKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Principal;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Makes idempotency keys: whose, which, and for what. */
final class Keys {

    private static final Pattern VISIBLE_ASCII = Pattern.compile("[!-~]{1,255}");
    private static final JsonMapper CANONICAL = StrictJson.mapper(2);

    private Keys() {}

    /**
     * @param call what is called: the same body sent to another call is another request
     * @param body JSON; order of names, white space and notation of numbers and strings do not matter
     */
    static IdempotencyKey of(@Nullable Principal caller, String key, String call, String body) {
        if (!VISIBLE_ASCII.matcher(key).matches()) {
            throw Refusal.malformed("Idempotency-Key", "must be 1–255 visible ASCII characters");
        }
        return new IdempotencyKey(Callers.name(caller), key, sha256(call, body));
    }

    private static byte[] sha256(String call, String body) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(call.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) '\n');
            return digest.digest(CANONICAL.writeValueAsBytes(CANONICAL.readTree(body)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
