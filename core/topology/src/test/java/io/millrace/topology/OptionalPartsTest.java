package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A topology names optional parts of the installed program, wherever it is installed. */
class OptionalPartsTest {

    @TempDir
    private Path directory;

    private Path home;

    @BeforeEach
    void install() throws IOException {
        home = directory.resolve("home");
        Files.createDirectories(home.resolve("optional/jdbc"));
        Files.createDirectories(home.resolve("optional/load"));
        System.setProperty(OptionalParts.HOME, home.toString());
    }

    @AfterEach
    void uninstall() {
        System.clearProperty(OptionalParts.HOME);
    }

    private Topology topology(String entry) throws IOException {
        Path file = directory.resolve("numbers.yaml");
        Files.writeString(file, """
                classpath: [classes, "%s"]
                channels:
                  numbers: {ownership: SHARED}
                  sums: {}
                components:
                  adder: {class: com.example.Adder, reads: [numbers], writes: sums}
                """.formatted(entry));
        return Topology.load(file);
    }

    @Test
    void anOptionalPartIsAllJarsOfItsFolder() throws IOException {
        assertEquals(
                List.of(directory.resolve("classes"), home.resolve("optional/jdbc/*")),
                topology("optional:jdbc").classpath());
    }

    @Test
    void aPartThatIsNotInstalledIsNamedWithThoseThatAre() {
        for (String part : List.of("jdb", "", "../jdbc", "..")) {
            TopologyException refused = assertThrows(TopologyException.class, () -> topology("optional:" + part));
            assertTrue(
                    refused.getMessage()
                            .contains("names an optional part that is not installed part=" + part
                                    + " installed=jdbc,load directory="),
                    refused.getMessage());
            assertTrue(refused.getMessage().contains("numbers.yaml:1:"), refused.getMessage());
        }
    }

    @Test
    void aProgramThatIsNotInstalledHasNoOptionalParts() {
        System.clearProperty(OptionalParts.HOME);
        TopologyException refused = assertThrows(TopologyException.class, () -> topology("optional:jdbc"));
        assertTrue(
                refused.getMessage()
                        .contains("names an optional part, which only an installed millrace has entry=optional:jdbc"),
                refused.getMessage());
        assertThrows(TopologyException.class, () -> Topology.builder("numbers").classpath("optional:jdbc"));
    }
}
