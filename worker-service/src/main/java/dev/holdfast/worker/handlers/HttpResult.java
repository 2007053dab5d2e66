package dev.holdfast.worker.handlers;

import java.util.Map;

/**
 * What came back.
 *
 * @param status below 400
 * @param headers those of the answer that say what the body is and where things are
 * @param body its beginning, as text
 * @param bodyCut whether {@code body} misses its end
 */
record HttpResult(int status, Map<String, String> headers, String body, boolean bodyCut) {}
