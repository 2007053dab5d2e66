package dev.holdfast.dispatcher.inspect;

import dev.holdfast.store.inspect.InspectStoreConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Configuration(proxyBeanMethods = false)
@Import(InspectStoreConfiguration.class)
class InspectConfiguration {}
