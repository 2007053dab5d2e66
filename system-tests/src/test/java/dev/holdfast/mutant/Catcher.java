package dev.holdfast.mutant;

import java.util.List;

/**
 * The test that is to notice a mutant.
 *
 * @param module where it lives and runs
 * @param type its class
 * @param methods of that class; all of them run
 */
record Catcher(String module, String type, List<String> methods) {

    static Catcher in(String module, String type, String... methods) {
        return new Catcher(module, "dev.holdfast." + type, List.of(methods));
    }

    String simpleName() {
        return type.substring(type.lastIndexOf('.') + 1);
    }
}
