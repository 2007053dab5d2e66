package dev.holdfast.chaos.worker;

import dev.holdfast.chaos.record.RunDirectory;
import dev.holdfast.chaos.worker.Plan.Act;
import dev.holdfast.worker.TaskHandler;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** One handler per task type. */
@Configuration(proxyBeanMethods = false)
class ChaosHandlers {

    @Bean
    Diary diary(@Value("${chaos.directory}") Path directory, @Value("${holdfast.worker.name}") String worker) {
        return new Diary(new RunDirectory(directory).runs(worker), worker);
    }

    @Bean
    TaskHandler<Plan, String> chaos(Diary diary) {
        return new PlannedHandler(Act.WORK.type(), diary);
    }

    @Bean
    TaskHandler<Plan, String> careful(Diary diary) {
        return new PlannedHandler(Act.CAREFUL.type(), diary);
    }

    @Bean
    TaskHandler<Plan, String> stubborn(Diary diary) {
        return new PlannedHandler(Act.STUBBORN.type(), diary);
    }

    @Bean
    TaskHandler<Plan, String> die(Diary diary) {
        return new PlannedHandler(Act.DIE.type(), diary);
    }
}
