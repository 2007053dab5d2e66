package dev.holdfast.dispatcher;

import dev.holdfast.fault.Faults;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** Takes tasks over HTTP, grants reservations in order, publishes. Any number run side by side. */
@SpringBootApplication
public class DispatcherApplication {

    public static void main(String[] args) {
        Faults.check();
        SpringApplication.run(DispatcherApplication.class, args);
    }
}
