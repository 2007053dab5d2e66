package dev.holdfast.worker.handlers;

import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an {@code exec} task asks for.
 *
 * @param command a name on the worker's allow-list
 * @param args arguments, each passed on as it is: there is no shell
 * @param stdin what the command reads; nothing if not given
 * @param unknown all other fields, to be refused
 */
record ExecInput(
        @Nullable String command,
        @Nullable List<String> args,
        @Nullable String stdin,
        @JsonAnySetter @Nullable Map<String, Object> unknown) {}
