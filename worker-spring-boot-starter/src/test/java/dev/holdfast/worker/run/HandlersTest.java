package dev.holdfast.worker.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.holdfast.worker.TaskContext;
import dev.holdfast.worker.TaskHandler;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class HandlersTest {

    private final JsonMapper json = new JsonMapper();

    record Payload(int n) {}

    private abstract static class Base<T> implements TaskHandler<T, String> {
        @Override
        public String run(T input, TaskContext task) {
            return "";
        }
    }

    private static final class OfRecord extends Base<Payload> {
        @Override
        public String type() {
            return "record";
        }
    }

    private static final class OfMaps extends Base<List<Map<String, Payload>>> {
        @Override
        public String type() {
            return "maps";
        }
    }

    @SuppressWarnings("rawtypes")
    private static final class Raw implements TaskHandler {
        @Override
        public String type() {
            return "raw";
        }

        @Override
        public Object run(Object input, TaskContext task) {
            return "";
        }
    }

    @Test
    void the_input_type_is_found_through_super_classes_with_its_generics() {
        Handlers handlers = new Handlers(List.of(new OfRecord(), new OfMaps()), json);
        assertThat(handlers.forType("record").input()).isEqualTo(json.constructType(Payload.class));
        assertThat(handlers.forType("maps")
                        .input()
                        .getContentType()
                        .getContentType()
                        .getRawClass())
                .isEqualTo(Payload.class);
    }

    @Test
    void a_raw_handler_gets_plain_values() {
        Handlers handlers = new Handlers(List.<TaskHandler<?, ?>>of(new Raw()), json);
        assertThat(handlers.forType("raw").input().getRawClass()).isEqualTo(Object.class);
    }

    @Test
    void two_handlers_of_one_type_are_refused() {
        assertThatThrownBy(() -> new Handlers(List.of(new OfRecord(), new OfRecord()), json))
                .hasMessageContaining("two handlers for type record");
    }
}
