package dev.holdfast.worker.run;

import java.lang.reflect.Method;
import java.util.concurrent.ThreadFactory;

/** Threads for handlers: virtual where the JVM has them (21 and later), else plain daemon threads. */
final class Threads {

    private Threads() {}

    static ThreadFactory named(String prefix, boolean virtualWanted) {
        ThreadFactory virtual = virtualWanted ? virtualFactory(prefix) : null;
        if (virtual != null) {
            return virtual;
        }
        return task -> {
            Thread thread = new Thread(task, prefix);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** By reflection: the code is compiled for 17. */
    private static @org.jspecify.annotations.Nullable ThreadFactory virtualFactory(String prefix) {
        try {
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            builder = type.getMethod("name", String.class).invoke(builder, prefix);
            Method factory = type.getMethod("factory");
            return (ThreadFactory) factory.invoke(builder);
        } catch (ReflectiveOperationException | LinkageError e) {
            return null; // an older JVM
        }
    }
}
