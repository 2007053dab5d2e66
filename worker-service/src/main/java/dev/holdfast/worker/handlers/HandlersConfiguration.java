package dev.holdfast.worker.handlers;

import java.nio.file.Path;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The built-in handlers as beans; the worker finds them by their type. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ExecProperties.class, HttpProperties.class})
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
    ExecHandler execHandler(
            ExecProperties properties, RunningCommands running, @Value("${holdfast.worker.name:}") String worker) {
        return new ExecHandler(properties, worker, new Watchdogs(Path.of("/bin/sh")), running);
    }
}
