package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;

/** Compiles versions of an application, each into a directory of its own. */
final class Versions {

    private Versions() {}

    /** Compiles sources, by the names of their classes, and returns the directory of the classes. */
    static Path compile(Path directory, Map<String, String> sources) {
        ToolProvider compiler = ToolProvider.findFirst("javac").orElseThrow();
        List<String> arguments = new ArrayList<>(List.of(
                "-d", directory.toString(), "-parameters", "-proc:none", "-cp", System.getProperty("java.class.path")));
        sources.forEach((name, text) -> {
            Path file = directory.resolve("source").resolve(name.replace('.', '/') + ".java");
            try {
                Files.createDirectories(file.getParent());
                Files.writeString(file, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            arguments.add(file.toString());
        });
        StringWriter messages = new StringWriter();
        PrintWriter to = new PrintWriter(messages);
        assertEquals(0, compiler.run(to, to, arguments.toArray(String[]::new)), messages::toString);
        return directory;
    }
}
