package dev.holdfast.mutant;

import dev.holdfast.quickstart.backing.Trees;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** The directory that hides the files of the build behind edited ones. */
final class Overlay {

    private Overlay() {}

    /** Makes it anew. */
    static Path of(Mutant mutant, Path directory) {
        try {
            Trees.delete(directory);
            Files.createDirectories(directory);
            List<JavaFileObject> sources = new ArrayList<>();
            for (Map.Entry<Edit, String> file : edited(mutant).entrySet()) {
                String name = file.getKey().name();
                if (file.getKey().isJava()) {
                    sources.add(new Source(name, file.getValue()));
                } else {
                    Path target = directory.resolve(name);
                    Files.createDirectories(target.getParent());
                    Files.writeString(target, file.getValue());
                }
            }
            if (!sources.isEmpty()) {
                compile(sources, directory);
            }
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One text per file, under the first of its edits. */
    static Map<Edit, String> edited(Mutant mutant) {
        Map<String, Edit> first = new LinkedHashMap<>();
        Map<Edit, String> texts = new LinkedHashMap<>();
        for (Edit edit : mutant.edits()) {
            Edit key = first.computeIfAbsent(edit.file(), file -> edit);
            texts.put(key, edit.apply(texts.containsKey(key) ? texts.get(key) : edit.read()));
        }
        return texts;
    }

    private static void compile(List<JavaFileObject> sources, Path directory) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new IllegalStateException("mutants of Java code need a JDK: this JVM has no compiler");
        }
        StringWriter remarks = new StringWriter();
        List<String> options = List.of(
                "-d",
                directory.toString(),
                "-cp",
                Modules.classpath(),
                "-parameters",
                "-proc:none",
                "-implicit:none",
                "-nowarn",
                "-Xlint:none");
        if (!compiler.getTask(remarks, null, null, options, null, sources).call()) {
            throw new AssertionError("the mutant does not compile:\n" + remarks);
        }
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String name, String text) {
            super(URI.create("string:///" + name), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
