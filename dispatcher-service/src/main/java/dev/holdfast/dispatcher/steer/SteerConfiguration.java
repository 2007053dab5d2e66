package dev.holdfast.dispatcher.steer;

import dev.holdfast.store.steer.SteerStoreConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Configuration(proxyBeanMethods = false)
@Import(SteerStoreConfiguration.class)
class SteerConfiguration {}
