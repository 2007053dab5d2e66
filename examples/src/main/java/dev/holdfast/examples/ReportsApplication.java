package dev.holdfast.examples;

import dev.holdfast.examples.fence.ReportFolder;
import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** The application: the starter makes a worker of it because it has handlers. */
@SpringBootApplication
public class ReportsApplication {

    public static void main(String[] arguments) {
        SpringApplication.run(ReportsApplication.class, arguments);
    }

    @Bean
    ReportFolder reportFolder(@Value("${reports.folder}") Path folder) {
        return new ReportFolder(folder);
    }
}
