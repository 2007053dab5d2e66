package dev.holdfast.dispatcher.cancel;

import dev.holdfast.store.cancel.CancelStoreConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Configuration(proxyBeanMethods = false)
@Import(CancelStoreConfiguration.class)
class CancelConfiguration {}
