package dev.holdfast.reaper;

import dev.holdfast.fault.Faults;
import dev.holdfast.messaging.MessagingConfiguration;
import dev.holdfast.store.check.LookStoreConfiguration;
import dev.holdfast.store.reap.ReapConfiguration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Import;

/** Starts a reaper. It comes up without a database or a broker and begins its work when the database is there. */
@SpringBootApplication
@EnableConfigurationProperties(ReaperProperties.class)
@Import({ReapConfiguration.class, LookStoreConfiguration.class, MessagingConfiguration.class})
public class ReaperApplication {

    public static void main(String[] args) {
        Faults.check();
        SpringApplication.run(ReaperApplication.class, args);
    }
}
