package dev.holdfast.chaos.worker;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The worker process of a chaos run: nothing but the starter and the handlers of this package. */
@SpringBootApplication
public class ChaosWorkerApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(ChaosWorkerApplication.class, arguments);
    }
}
