package dev.holdfast.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.task.AttemptKey;
import dev.holdfast.worker.rig.Rig;
import dev.holdfast.worker.rig.Rig.Options;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SaysHowFarItIsIT {

    private final Rig rig = new Rig();
    private final CountDownLatch open = new CountDownLatch(1);

    record Mark(int done) {}

    @AfterEach
    void close() {
        open.countDown();
        rig.close();
    }

    @Test
    void progress_shows_while_it_runs_and_does_not_touch_the_live_row() throws Exception {
        rig.start(new Options(), Rig.handler("work", (input, task) -> {
            for (int i = 1; i <= 40; i++) {
                task.progress(i, "step " + i);
            }
            open.await();
            return null;
        }));
        AttemptKey key = rig.publish(rig.rows.draft().type("work").queued());
        rig.await(key.task(), "RUNNING");
        String before = liveRow(key);
        Rig.eventually(() -> assertThat(rig.jdbc
                        .sql("select percent || ' ' || message from task_progress")
                        .query(String.class)
                        .list())
                .containsExactly("40 step 40"));
        assertThat(liveRow(key)).isEqualTo(before);
    }

    @Test
    void what_was_said_last_before_the_end_is_there_for_the_next_attempt() throws Exception {
        rig.start(new Options(), Rig.handler("work", (input, task) -> {
            Optional<Mark> last = task.lastCheckpoint(Mark.class);
            if (last.isEmpty()) {
                for (int i = 1; i <= 100; i++) {
                    task.checkpoint(new Mark(i));
                }
                throw new IllegalStateException("once");
            }
            return Map.of("attempt", task.attempt(), "done", last.get().done());
        }));
        AttemptKey first =
                rig.publish(rig.rows.draft().type("work").maxAttempts(2).queued());
        rig.await(first.task(), "SCHEDULED");
        rig.jdbc.sql("update reservation set status = 'W'").update();
        rig.publish(rig.rows.grant(first.task()));
        rig.await(first.task(), "SUCCEEDED");
        assertThat(rig.jdbc
                        .sql("select result::text from task_done")
                        .query(String.class)
                        .single())
                .contains("\"attempt\":2")
                .contains("\"done\":100");
    }

    private String liveRow(AttemptKey key) {
        return rig.jdbc
                .sql("select ctid || '/' || xmin || '/' || xmax from task_live where id = ?")
                .params(key.task().value())
                .query(String.class)
                .single();
    }
}
