package dev.holdfast.worker.autoconfigure;

import dev.holdfast.fault.Faults;
import dev.holdfast.messaging.BrokerConnections;
import dev.holdfast.messaging.BrokerProperties;
import dev.holdfast.messaging.Declarations;
import dev.holdfast.messaging.MessagingConfiguration;
import dev.holdfast.store.connect.JdbcAddress;
import dev.holdfast.store.connect.WorkerDatabase;
import dev.holdfast.worker.ChildProcesses;
import dev.holdfast.worker.TaskHandler;
import dev.holdfast.worker.heartbeat.Halt;
import dev.holdfast.worker.join.WorkerSettings;
import dev.holdfast.worker.run.Handlers;
import dev.holdfast.worker.run.RunListener;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.amqp.autoconfigure.RabbitAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import tools.jackson.databind.json.JsonMapper;

/**
 * A worker for the application's {@link TaskHandler} beans, with its own few connections: {@code holdfast.datasource.*}, or
 * {@code spring.datasource.*} where that is not set, and {@code spring.rabbitmq.*}. Switched off by
 * {@code holdfast.worker.enabled=false}.
 */
@AutoConfiguration(after = {RabbitAutoConfiguration.class, JacksonAutoConfiguration.class})
@ConditionalOnBean(TaskHandler.class)
@ConditionalOnProperty(name = "holdfast.worker.enabled", matchIfMissing = true)
@EnableConfigurationProperties(WorkerSettings.class)
@Import({MessagingConfiguration.class, WorkerHealthConfiguration.class, WorkerMetricsConfiguration.class})
public class HoldfastWorkerAutoConfiguration {

    private static final Logger log = LoggerFactory.getLogger(HoldfastWorkerAutoConfiguration.class);

    @Bean
    Worker holdfastWorker(
            WorkerSettings settings,
            Environment environment,
            BrokerConnections connections,
            Declarations declarations,
            BrokerProperties broker,
            List<TaskHandler<?, ?>> handlers,
            ObjectProvider<ChildProcesses> children,
            ObjectProvider<RunListener> listeners,
            ObjectProvider<JsonMapper> jsonMapper,
            ApplicationContext context) {
        Faults.check();
        JsonMapper json = jsonMapper.getIfAvailable(JsonMapper::new);
        return new Worker(
                settings,
                new WorkerDatabase(address(environment), heartbeatTimeout(settings)),
                connections,
                declarations,
                broker.reconnect(),
                new Handlers(handlers, json),
                json,
                new Halt(children.orderedStream().toList()),
                (route, outcome, took) -> listeners.forEach(l -> l.ran(route, outcome, took)),
                exit(context));
    }

    @Bean
    WorkerLifecycle holdfastWorkerLifecycle(Worker worker) {
        return new WorkerLifecycle(worker);
    }

    private static JdbcAddress address(Environment environment) {
        String prefix = environment.containsProperty("holdfast.datasource.url") ? "holdfast" : "spring";
        String url = environment.getProperty(prefix + ".datasource.url");
        if (url == null) {
            throw new IllegalStateException("the worker has no database: set holdfast.datasource.url (with username and"
                    + " password), or spring.datasource.url");
        }
        return new JdbcAddress(
                url,
                environment.getProperty(prefix + ".datasource.username"),
                environment.getProperty(prefix + ".datasource.password"));
    }

    /** Two seconds, or less where the lease is short. */
    private static Duration heartbeatTimeout(WorkerSettings settings) {
        Duration third = settings.ttl().dividedBy(3);
        return third.compareTo(Duration.ofSeconds(2)) < 0 ? third : Duration.ofSeconds(2);
    }

    /** In a thread of its own: whoever asks may be one that the stop waits for. */
    private static Consumer<String> exit(ApplicationContext context) {
        return why -> {
            Thread thread = new Thread(
                    () -> {
                        int code = why.equals("drained") ? 0 : 1;
                        log.info("this process ends: {}", why);
                        System.exit(SpringApplication.exit(context, () -> code));
                    },
                    "holdfast-exit");
            thread.start();
        };
    }
}
