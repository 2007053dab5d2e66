package dev.holdfast.dispatcher.check;

import dev.holdfast.store.check.CheckStoreConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CheckProperties.class)
@Import(CheckStoreConfiguration.class)
class CheckConfiguration {}
