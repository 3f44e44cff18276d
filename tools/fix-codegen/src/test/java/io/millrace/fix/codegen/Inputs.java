package io.millrace.fix.codegen;

import io.millrace.fix.FixDictionary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The files of the tests, and dictionaries of the class path beside them. */
record Inputs(Path folder) {

    private static final Path DATA = Path.of("src/test/data");

    static Inputs in(Path folder) {
        try (Stream<Path> files = Files.list(DATA)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, folder.resolve(file.getFileName()));
            }
            for (String name : new String[] {"FIX42.xml", "FIX44.xml", "FIX50SP2.xml", "FIXT11.xml"}) {
                try (InputStream in = Inputs.class.getResourceAsStream("/" + name)) {
                    Files.copy(in, folder.resolve(name));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new Inputs(folder);
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    Path write(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    FixDictionary dictionary(String name) {
        return FixDictionary.read(file(name));
    }
}
