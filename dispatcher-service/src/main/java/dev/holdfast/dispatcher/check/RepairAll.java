package dev.holdfast.dispatcher.check;

import dev.holdfast.dispatcher.refuse.Body;
import dev.holdfast.dispatcher.refuse.Refusal;
import dev.holdfast.dispatcher.submit.WakeGrants;
import dev.holdfast.store.check.Checks;
import dev.holdfast.store.check.Failover;
import dev.holdfast.store.check.Repaired;
import dev.holdfast.store.check.Repairs;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.core.JacksonException;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** {@code POST /check/repair}. Asked twice, the second finds nothing to do. */
@RestController
class RepairAll {

    private static final Logger log = LoggerFactory.getLogger(RepairAll.class);
    private static final DataSize LARGEST = DataSize.ofKilobytes(16);
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final TypeReference<Map<String, Object>> FIELDS = new TypeReference<>() {};

    private final Checks checks;
    private final Repairs repairs;
    private final Failover failover;
    private final WakeGrants grants;
    private final CheckProperties properties;

    RepairAll(Checks checks, Repairs repairs, Failover failover, WakeGrants grants, CheckProperties properties) {
        this.checks = checks;
        this.repairs = repairs;
        this.failover = failover;
        this.grants = grants;
        this.properties = properties;
    }

    /** What {@code POST} may take. */
    record Wish(boolean afterFailover) {}

    /**
     * @param repairs what was done about each violation, or why nothing was
     * @param after what a check found afterwards
     */
    @Schema(name = "Repair")
    record Answer(List<RepairAnswer> repairs, CheckAnswer after) {}

    /** @param settled false: nothing was changed, and {@code did} says why */
    @Schema(name = "Repaired")
    record RepairAnswer(
            String invariant,
            @Nullable String task,
            @Nullable String resource,
            boolean settled,
            String did) {}

    @Operation(
            summary =
                    "Settles what can be settled safely, and says what it did; afterFailover first settles every running"
                            + " attempt and raises the fencing token",
            requestBody =
                    @RequestBody(required = false, content = @Content(schema = @Schema(implementation = Wish.class))))
    @PostMapping("/api/v1/check/repair")
    Answer repair(InputStream body) throws IOException {
        boolean afterFailover = afterFailover(Body.read(body, LARGEST));
        List<Repaired> done = new ArrayList<>();
        if (afterFailover) {
            done.addAll(failover.settle());
        }
        done.addAll(repairs.repair(checks.check(properties.checkWalk())));
        for (Repaired one : done) {
            log.warn("repair of {}: task {}: {}", one.invariant().id(), one.task(), one.did());
        }
        grants.wake();
        return new Answer(
                done.stream().map(RepairAll::answer).toList(), CheckAnswer.of(checks.check(properties.checkWalk())));
    }

    private static RepairAnswer answer(Repaired repaired) {
        return new RepairAnswer(
                repaired.invariant().id(),
                repaired.task() == null ? null : repaired.task().toString(),
                repaired.resource(),
                repaired.settled(),
                repaired.did());
    }

    private static boolean afterFailover(String body) {
        if (body.isBlank()) {
            return false;
        }
        Map<String, Object> fields;
        try {
            fields = JSON.readValue(body, FIELDS);
        } catch (JacksonException e) {
            throw Refusal.malformed("body", "must be a JSON object");
        }
        boolean afterFailover = false;
        for (Map.Entry<String, Object> field : (fields == null ? Map.<String, Object>of() : fields).entrySet()) {
            if (!field.getKey().equals("afterFailover")) {
                throw Refusal.malformed(field.getKey(), "unknown field: only afterFailover can be asked for");
            }
            if (!(field.getValue() instanceof Boolean wanted)) {
                throw Refusal.malformed("afterFailover", "must be true or false");
            }
            afterFailover = wanted;
        }
        return afterFailover;
    }
}
