package dev.holdfast.dispatcher.check;

import dev.holdfast.store.check.Checks;
import io.swagger.v3.oas.annotations.Operation;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code GET /check}. Answers within a second when all is well, and takes a second look some seconds later otherwise. */
@RestController
class ShowCheck {

    private final Checks checks;
    private final CheckProperties properties;

    ShowCheck(Checks checks, CheckProperties properties) {
        this.checks = checks;
        this.properties = properties;
    }

    @Operation(summary = "Every invariant with its violations; there should be none")
    @GetMapping("/api/v1/check")
    CheckAnswer show() {
        return CheckAnswer.of(checks.check(properties.checkWalk()));
    }
}
