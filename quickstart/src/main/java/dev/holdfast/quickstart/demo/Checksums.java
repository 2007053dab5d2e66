package dev.holdfast.quickstart.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** SHA-256 of files, by path. */
final class Checksums {

    private Checksums() {}

    static String of(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }

    /** Of every file below {@code root}, by its path from there; empty if there is no such directory. */
    static SortedMap<String, String> ofTree(Path root) throws IOException {
        SortedMap<String, String> sums = new TreeMap<>();
        if (!Files.isDirectory(root)) {
            return sums;
        }
        List<Path> files;
        try (Stream<Path> walk = Files.walk(root)) {
            files = walk.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            sums.put(root.relativize(file).toString(), of(Files.readAllBytes(file)));
        }
        return sums;
    }
}
