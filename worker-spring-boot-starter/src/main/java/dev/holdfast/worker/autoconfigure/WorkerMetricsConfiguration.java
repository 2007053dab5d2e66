package dev.holdfast.worker.autoconfigure;

import dev.holdfast.worker.run.RunListener;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The worker in numbers: attempts by outcome, slots, what is left of the lease, results that wait for the database. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnClass(MeterRegistry.class)
class WorkerMetricsConfiguration {

    @Bean
    RunListener attemptMetrics(ObjectProvider<MeterRegistry> registry) {
        return (route, outcome, took) -> registry.ifAvailable(meters -> meters.timer(
                        "holdfast.worker.attempts",
                        "queue",
                        route.queue(),
                        "type",
                        route.type(),
                        "outcome",
                        outcome.name().toLowerCase(Locale.ROOT))
                .record(took));
    }

    @Bean
    MeterBinder workerMetrics(Worker worker) {
        return registry -> {
            Gauge.builder("holdfast.worker.slots.busy", worker, w -> w.slots().busy())
                    .register(registry);
            Gauge.builder("holdfast.worker.slots", worker, w -> w.slots().total())
                    .register(registry);
            Gauge.builder("holdfast.worker.results.waiting", worker, Worker::resultsWaiting)
                    .register(registry);
            TimeGauge.builder(
                            "holdfast.worker.lease.remaining",
                            worker,
                            TimeUnit.MILLISECONDS,
                            w -> w.membership().remaining().toMillis())
                    .register(registry);
        };
    }
}
