package dev.holdfast.worker.handlers;

import dev.holdfast.worker.join.WorkerSettings;
import java.nio.file.Path;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The built-in handlers as beans; the worker finds them by their type. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ExecProperties.class, HttpProperties.class, WorkerSettings.class})
class HandlersConfiguration {

    @Bean
    EchoHandler echoHandler() {
        return new EchoHandler();
    }

    @Bean
    SleepHandler sleepHandler() {
        return new SleepHandler();
    }

    @Bean
    FailHandler failHandler() {
        return new FailHandler();
    }

    @Bean
    HttpHandler httpHandler(HttpProperties properties) {
        return new HttpHandler(properties);
    }

    @Bean
    RunningCommands runningCommands() {
        return new RunningCommands();
    }

    @Bean
    ExecHandler execHandler(ExecProperties properties, WorkerSettings worker, RunningCommands running) {
        ExecTimes times = ExecTimes.of(worker, properties);
        return new ExecHandler(properties, times, worker.workerName(), new Watchdogs(Path.of("/bin/sh")), running);
    }
}
