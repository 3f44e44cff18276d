package io.millrace.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import io.millrace.fixtures.TestProcess;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every release can be read and continued by the present code: the folder {@code golden/VERSION} has the files of a
 * whole system, what the commands of that release said of them, and the list of the formats that it has frozen, with
 * the sums of the golden files of each.
 */
@Tag("process")
class ReleasedFilesTest {

    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden");
    private static final Path ROOT = Path.of("..", "..");

    /** With this property set to a version, its folder is written from the present code; never after its release. */
    private static final String WRITE = "millrace.golden.write";

    private static final List<List<String>> COMMANDS = List.of(
            List.of("dump", "--history", "data/numbers"),
            List.of("dump", "--history", "data/sums"),
            List.of("dump", "data/calls"),
            List.of("dump", "data/balances"),
            List.of("dump", "data/till-snapshots"),
            List.of("schema", "data/calls"),
            List.of("export", "--format", "json", "data/calls"),
            List.of("export", "--format", "csv", "data/sums"),
            List.of("verify", "data/calls"),
            List.of("verify", "data/balances"),
            List.of("map", "map", "export"),
            List.of("map", "map", "verify"),
            List.of("tx", "list", "tx-log"),
            List.of("tx", "list", "tx-files"),
            List.of("dump", "fix"),
            List.of("fix", "log", "fix"),
            List.of("replay", "till.yaml", "--component", "adder"),
            List.of("replay", "till.yaml", "--component", "till"));

    @TempDir
    private Path parent;

    private Path directory;

    @BeforeEach
    void nameTheDirectory() {
        directory = parent.resolve("system");
    }

    static List<Path> releases() throws IOException {
        try (Stream<Path> folders = Files.list(GOLDEN)) {
            return folders.filter(Files::isDirectory).sorted().toList();
        }
    }

    private static String said(Path directory) throws IOException {
        StringBuilder all = new StringBuilder();
        for (List<String> command : COMMANDS) {
            ProcessBuilder builder = JavaCommand.millrace(command.toArray(String[]::new))
                    .builder()
                    .directory(directory.toFile())
                    .redirectInput(new File("/dev/null"));
            try (TestProcess process = TestProcess.start(directory.getParent(), builder)) {
                TestProcess.Ended ended = process.awaitEnd();
                assertEquals(0, ended.code(), () -> command + " " + ended.err());
                all.append("# ").append(String.join(" ", command)).append('\n');
                all.append(ended.out().replaceAll(" in \\S+ s, \\S+ GB/s", ""));
            }
        }
        return all.toString();
    }

    @Test
    void writesTheFolderOfAVersionWhereItIsTold() throws Exception {
        String version = System.getProperty(WRITE);
        if (version == null) {
            return; // a release is written once
        }
        Path golden = Files.createDirectories(GOLDEN.resolve(version));
        ReleasedFiles.write(directory);
        ReleasedFiles.zip(directory, golden.resolve("system.zip"));
        Files.writeString(golden.resolve("said.txt"), said(directory));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void theCommandsSayTheSameOfItsFiles(Path release) throws Exception {
        ReleasedFiles.unzip(release.resolve("system.zip"), directory);
        assertEquals(Files.readString(release.resolve("said.txt")), said(directory));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void aRunAndASessionOfFixContinueOnItsFiles(Path release) throws Exception {
        ReleasedFiles.unzip(release.resolve("system.zip"), directory);
        long before = 5 * (100 - 30);
        assertEquals(before + 3 * (100 - 30), ReleasedFiles.run(directory, "ann", 3), "the balance of before is there");
        Path dictionaries = Files.createDirectories(directory.resolve("dictionaries"));
        try (InputStream in = ReleasedFilesTest.class.getResourceAsStream("/FixRepository44.xml")) {
            Files.copy(in, dictionaries.resolve("FIX44.xml"));
        }
        assertEquals(4, ReleasedFiles.logOn(directory, dictionaries, 4), "the numbers of before are there");
    }

    /** A line of {@code formats.txt} has a format, its version, and the golden files of it with their sums. */
    @ParameterizedTest
    @MethodSource("releases")
    void noGoldenFileOfItHasChanged(Path release) throws Exception {
        List<String> wrong = new ArrayList<>();
        int files = 0;
        for (String line : Files.readAllLines(release.resolve("formats.txt"))) {
            if (line.startsWith("  ")) {
                String[] words = line.strip().split(" ", 2);
                files++;
                byte[] bytes = Files.readAllBytes(ROOT.resolve(words[1]));
                String sum = HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
                if (!sum.equals(words[0])) {
                    wrong.add(words[1] + " " + sum);
                }
            }
        }
        assertTrue(files >= 10, "files=" + files);
        assertEquals(List.of(), wrong);
    }
}
