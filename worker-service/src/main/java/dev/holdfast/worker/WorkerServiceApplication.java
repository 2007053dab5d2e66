package dev.holdfast.worker;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** A worker with the built-in handlers. The runtime comes from the starter, like in any application of one's own. */
@SpringBootApplication(scanBasePackages = "dev.holdfast.worker.handlers")
public class WorkerServiceApplication {

    /** Starts the worker; it runs until SIGTERM. */
    public static void main(String[] arguments) {
        SpringApplication.run(WorkerServiceApplication.class, arguments);
    }
}
