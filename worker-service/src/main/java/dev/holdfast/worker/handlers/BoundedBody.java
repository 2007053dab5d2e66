package dev.holdfast.worker.handlers;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Takes the beginning of an answer's body and hangs up on the rest. */
final class BoundedBody implements BodySubscriber<StorableText> {

    // Fits with the headers in a result of 256 KiB.
    private static final int ROOM = 240 * 1024;

    private final int limit;
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final CompletableFuture<StorableText> content = new CompletableFuture<>();
    private Flow.@Nullable Subscription subscription;

    BoundedBody(int limit) {
        this.limit = limit;
    }

    @Override
    public CompletionStage<StorableText> getBody() {
        return content;
    }

    @Override
    public void onSubscribe(Flow.Subscription newSubscription) {
        subscription = newSubscription;
        newSubscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            byte[] bytes = new byte[Math.min(buffer.remaining(), limit - kept.size())];
            buffer.get(bytes);
            kept.write(bytes, 0, bytes.length);
            if (buffer.hasRemaining()) {
                complete(true);
                if (subscription != null) {
                    subscription.cancel();
                }
                return;
            }
        }
    }

    @Override
    public void onError(Throwable error) {
        content.completeExceptionally(error);
    }

    @Override
    public void onComplete() {
        complete(false);
    }

    private void complete(boolean more) {
        StorableText text = StorableText.startOf(kept.toByteArray(), ROOM);
        content.complete(new StorableText(text.text(), more || text.cut()));
    }
}
