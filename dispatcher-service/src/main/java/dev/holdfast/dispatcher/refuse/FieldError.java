package dev.holdfast.dispatcher.refuse;

/**
 * What is wrong with one field.
 *
 * @param field its path in the request: {@code resources[1].resource}, {@code tasks[3].delay}, a header or a parameter
 */
public record FieldError(String field, String message) {}
