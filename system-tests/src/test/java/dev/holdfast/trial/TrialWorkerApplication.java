package dev.holdfast.trial;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Import;

/** The worker process of the scenarios. */
@SpringBootApplication(scanBasePackages = "dev.holdfast.worker.handlers")
@Import(TrialHandlers.class)
public class TrialWorkerApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(TrialWorkerApplication.class, arguments);
    }
}
