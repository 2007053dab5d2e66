package dev.holdfast.worker.handlers;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What an {@code http} task asks for.
 *
 * @param url one that the worker's configuration allows
 * @param method {@code POST} with a body and {@code GET} without if not given
 * @param headers further headers
 * @param body text is sent as it is, anything else as JSON
 * @param timeout for the whole call, as {@code 10s}
 * @param unknown all other fields, to be refused
 */
record HttpInput(
        @Nullable String url,
        @Nullable String method,
        @Nullable Map<String, String> headers,
        @Nullable JsonNode body,
        @Nullable String timeout,
        @JsonAnySetter @Nullable Map<String, Object> unknown) {}
