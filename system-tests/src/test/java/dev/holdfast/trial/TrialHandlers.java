package dev.holdfast.trial;

import dev.holdfast.worker.TaskContext;
import dev.holdfast.worker.TaskHandler;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * {@code trial} works for a while, {@code telling} tells its progress meanwhile, {@code stubborn} does so whatever it is told,
 * {@code die} takes its process along.
 */
@Configuration(proxyBeanMethods = false)
class TrialHandlers {

    private static final long TICK = 100;

    /**
     * @param ms how long to work
     * @param label what the diary calls this task, without blanks; a resource name if exclusion is to be judged
     */
    record Work(@Nullable Long ms, @Nullable String label) {

        long millis() {
            return ms == null ? 0 : ms;
        }

        String name() {
            return label == null ? "-" : label;
        }
    }

    @Bean
    Diary diary(@Value("${trial.diary}") Path file, @Value("${holdfast.worker.name}") String worker)
            throws IOException {
        return new Diary(file, worker);
    }

    @Bean
    TaskHandler<Work, String> trial(Diary diary) {
        return new Trial(diary, "trial", false);
    }

    @Bean
    TaskHandler<Work, String> telling(Diary diary) {
        return new Trial(diary, "telling", true);
    }

    @Bean
    TaskHandler<Work, String> stubborn(Diary diary) {
        return new Stubborn(diary);
    }

    @Bean
    TaskHandler<Work, String> die(Diary diary) {
        return new Die(diary);
    }

    private record Trial(Diary diary, String type, boolean tells) implements TaskHandler<Work, String> {

        @Override
        public String run(Work work, TaskContext task) throws Exception {
            diary.write("start", task, work.name());
            long end = System.nanoTime() + work.millis() * 1_000_000;
            try {
                for (long left = work.millis(); left > 0; left = (end - System.nanoTime()) / 1_000_000) {
                    Thread.sleep(Math.min(TICK, left));
                    diary.write("tick", task, work.name());
                    if (tells) {
                        task.progress(50, "on its way");
                    }
                }
            } catch (InterruptedException e) {
                diary.write("stopped", task, work.name());
                throw e;
            }
            diary.write("end", task, work.name());
            return "attempt " + task.attempt();
        }
    }

    private record Stubborn(Diary diary) implements TaskHandler<Work, String> {

        @Override
        public String type() {
            return "stubborn";
        }

        @Override
        public String run(Work work, TaskContext task) {
            diary.write("start", task, work.name());
            long end = System.nanoTime() + work.millis() * 1_000_000;
            while (System.nanoTime() < end) {
                try {
                    Thread.sleep(TICK);
                } catch (InterruptedException ignored) {
                    // This is what makes it stubborn.
                }
                diary.write("tick", task, work.name());
            }
            diary.write("end", task, work.name());
            return "attempt " + task.attempt();
        }
    }

    private record Die(Diary diary) implements TaskHandler<Work, String> {

        @Override
        public String type() {
            return "die";
        }

        @Override
        public String run(Work work, TaskContext task) throws Exception {
            diary.write("start", task, work.name());
            Thread.sleep(work.millis());
            Runtime.getRuntime().halt(137);
            return "unreachable";
        }
    }
}
