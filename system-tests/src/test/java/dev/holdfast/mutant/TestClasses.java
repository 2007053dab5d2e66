package dev.holdfast.mutant;

import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The test classes of another module, to be looked at, not run. */
final class TestClasses implements AutoCloseable {

    private final URLClassLoader loader;

    private TestClasses(URLClassLoader loader) {
        this.loader = loader;
    }

    static TestClasses of(String module) throws MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (String entry :
                Modules.classpath(module, Modules.testClasses(module)).split(File.pathSeparator)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return new TestClasses(new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader()));
    }

    Class<?> load(String name) throws ClassNotFoundException {
        return Class.forName(name, false, loader);
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
