package dev.holdfast.worker.handlers;

/**
 * How a command ended that ended well.
 *
 * @param exitCode 0
 * @param stdout the end of what it wrote
 * @param stderr the end of what it wrote to standard error
 * @param stdoutCut whether {@code stdout} misses its beginning
 * @param stderrCut whether {@code stderr} misses its beginning
 */
record ExecResult(int exitCode, String stdout, String stderr, boolean stdoutCut, boolean stderrCut) {}
