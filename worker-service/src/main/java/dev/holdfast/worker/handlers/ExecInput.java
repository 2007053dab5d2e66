package dev.holdfast.worker.handlers;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an {@code exec} task asks for.
 *
 * @param command a name on the worker's allow-list
 * @param args arguments, each passed on as it is: there is no shell
 * @param stdin what the command reads; nothing if not given
 */
record ExecInput(
        @Nullable String command,
        @Nullable List<String> args,
        @Nullable String stdin) {}
