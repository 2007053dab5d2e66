package dev.holdfast.examples;

/**
 * The payload of both tasks. Whoever submits one asks for the resource {@code report:<name>}, exclusive.
 *
 * @param name letters, digits, hyphens
 */
public record Report(String name, String text) {

    public Report {
        if (!name.matches("[A-Za-z0-9-]{1,100}")) {
            throw new IllegalArgumentException("name: 1–100 letters, digits and hyphens");
        }
    }
}
