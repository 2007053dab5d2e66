package dev.holdfast.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LoopTest {

    private static final Duration NEVER = Duration.ofHours(1);

    private Loop loop = new Loop("unused", NEVER, () -> {});

    @AfterEach
    void stop() {
        loop.stop();
    }

    @Test
    void a_signal_brings_a_pass_long_before_the_interval() {
        AtomicInteger passes = new AtomicInteger();
        loop = started(NEVER, passes::incrementAndGet);

        loop.signal();

        await().untilAtomic(passes, org.hamcrest.Matchers.is(1));
    }

    @Test
    void a_signal_during_a_pass_brings_one_more() throws InterruptedException {
        AtomicInteger passes = new AtomicInteger();
        CountDownLatch inPass = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        loop = started(NEVER, () -> {
            passes.incrementAndGet();
            inPass.countDown();
            awaitQuietly(goOn);
        });
        loop.signal();
        inPass.await();

        loop.signal();
        loop.signal();
        goOn.countDown();

        await().untilAtomic(passes, org.hamcrest.Matchers.is(2));
    }

    @Test
    void a_pass_that_throws_does_not_end_the_loop_and_is_no_success() {
        AtomicInteger passes = new AtomicInteger();
        loop = started(Duration.ofMillis(20), () -> {
            if (passes.incrementAndGet() < 5) {
                throw new IllegalStateException("database away");
            }
        });

        await().until(() -> passes.get() >= 5);
        await().until(() -> loop.sinceLastSuccess().compareTo(Duration.ofSeconds(1)) < 0);
    }

    @Test
    void stop_waits_for_the_running_pass() throws InterruptedException {
        CountDownLatch inPass = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        CountDownLatch goOn = new CountDownLatch(1);
        loop = started(NEVER, () -> {
            inPass.countDown();
            awaitQuietly(goOn);
            done.incrementAndGet();
        });
        loop.signal();
        inPass.await();
        Thread stopper = new Thread(loop::stop);
        stopper.start();

        goOn.countDown();
        stopper.join();

        assertThat(done).hasValue(1);
        assertThat(loop.isRunning()).isFalse();
    }

    private static Loop started(Duration interval, Runnable pass) {
        Loop loop = new Loop("test", interval, pass);
        loop.start();
        return loop;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
