package dev.holdfast.chaos.judge;

/**
 * One line of the table.
 *
 * @param looked how many cases were looked at
 * @param note figures, for people
 */
public record Row(String check, long looked, int violations, int allowed, String note) {}
