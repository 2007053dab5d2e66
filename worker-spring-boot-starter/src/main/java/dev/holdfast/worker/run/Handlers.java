package dev.holdfast.worker.run;

import dev.holdfast.task.RouteName;
import dev.holdfast.worker.TaskHandler;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.aop.framework.AopProxyUtils;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/** The handlers of this process, one per type, each with the type that its input is read as. */
public final class Handlers {

    private final Map<String, Bound> byType = new TreeMap<>();

    /** A handler and what its payload is read as. */
    record Bound(TaskHandler<Object, Object> handler, JavaType input) {}

    /**
     * @throws IllegalArgumentException if two handlers have one type, or a type is no valid name
     */
    public Handlers(Collection<? extends TaskHandler<?, ?>> handlers, JsonMapper json) {
        for (TaskHandler<?, ?> handler : handlers) {
            RouteName route = new RouteName("default", handler.type());
            @SuppressWarnings("unchecked")
            TaskHandler<Object, Object> raw = (TaskHandler<Object, Object>) handler;
            Bound other = byType.put(route.type(), new Bound(raw, inputOf(handler, json)));
            if (other != null) {
                throw new IllegalArgumentException("two handlers for type " + handler.type() + ": "
                        + other.handler().getClass().getName() + " and "
                        + handler.getClass().getName());
            }
        }
    }

    public Set<String> types() {
        return Set.copyOf(byType.keySet());
    }

    Bound forType(String type) {
        Bound bound = byType.get(type);
        if (bound == null) {
            throw new IllegalStateException("no handler for type " + type + "; known are " + byType.keySet());
        }
        return bound;
    }

    /** A lambda or a raw type tells nothing: then the input is read as maps, lists and plain values. */
    private static JavaType inputOf(TaskHandler<?, ?> handler, JsonMapper json) {
        JavaType[] types =
                json.constructType(AopProxyUtils.ultimateTargetClass(handler)).findTypeParameters(TaskHandler.class);
        return types == null || types.length == 0 ? json.constructType(Object.class) : types[0];
    }
}
