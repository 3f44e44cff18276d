package io.millrace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import io.millrace.fixtures.TestProcess.Ended;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Topology files and journals whose paths are outside ASCII, in processes with the locale that the launcher sets. A
 * shell gives the names, since the locale of this process may have none for them.
 */
@Tag("process")
class NonAsciiPathsTest {
    private static final String FOLDER = "Größe 日本 ✓";

    private static final String TOPOLOGY = """
            name: toy
            classpath: ["%s"]
            channels:
              readings: {}
            components:
              source:
                class: io.millrace.cli.ToySource
                writes: readings
                arguments: {sensor: Zürich, count: 3, after: end}
            """.formatted(JavaCommand.testClasses());

    private static final String SCRIPT = """
            export LC_CTYPE=C.UTF-8
            mkdir 'FOLDER'
            mv toy.yaml 'FOLDER/Überblick.yaml'
            "$@" run 'FOLDER/Überblick.yaml' --data 'FOLDER/Daten'
            echo "run $?"
            "$@" verify 'FOLDER/Daten/readings'
            echo "verify $?"
            "$@" dump 'FOLDER/Daten/readings'
            echo "dump $?"
            "$@" run 'FOLDER/fehlt.yaml'
            echo "absent $?"
            """.replace("FOLDER", FOLDER);

    @TempDir
    private Path directory;

    @Test
    void aTopologyRunsAndItsJournalIsReadThere() throws Exception {
        Files.writeString(directory.resolve("toy.yaml"), TOPOLOGY);
        Files.writeString(directory.resolve("commands"), SCRIPT);
        List<String> shell = new ArrayList<>(List.of("env", "-u", "LC_ALL", "-u", "LANG", "sh", "commands"));
        shell.addAll(CommandProcess.command());
        Ended ended;
        try (TestProcess process = CommandProcess.start(directory, Path.of("/dev/null"), shell)) {
            ended = process.awaitEnd();
        }
        String whole = ended.out() + ended.err();
        assertTrue(ended.out().startsWith("3 messages in "), whole);
        assertTrue(ended.out().contains("\nrun 0\n"), whole);
        assertTrue(ended.out().contains("\nverify 0\n"), whole);
        assertTrue(ended.out().contains("\ndump 0\n"), whole);
        String dumped = ended.out().substring(ended.out().indexOf("\nverify 0\n"));
        assertEquals(3, dumped.split("sensor: Zürich", -1).length - 1, whole);
        assertTrue(ended.out().endsWith("absent 2\n"), whole);
        assertEquals("millrace: " + FOLDER + "/fehlt.yaml: there is no such file\n", ended.err(), whole);
    }
}
