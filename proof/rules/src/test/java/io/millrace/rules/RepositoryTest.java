package io.millrace.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class RepositoryTest {

    @TempDir
    private Path root;

    @Test
    void whereThereIsNoGitAllFilesCountButWhatBuildsAndRunsLeft() throws Exception {
        write("mvnw");
        write("core/wire/src/test/data/case/in.yaml");
        write("core/wire/target/classes/generated.txt");
        write("data/bars/journal.txt");
        Repository repository = Repository.around(root.resolve("core/wire"));
        assertEquals(
                List.of("core/wire/src/test/data/case/in.yaml", "mvnw"),
                repository.files().stream().map(RepositoryFile::path).toList());
    }

    @Test
    void binaryFilesAreLeftOut() throws Exception {
        write("mvnw");
        Files.write(root.resolve("golden.segment"), new byte[] {1, 0, 2});
        assertEquals(1, Repository.around(root).files().size());
    }

    @Test
    void aFolderOutsideAnyRepositoryIsAnError() {
        assertThrows(IOException.class, () -> Repository.around(root));
    }

    private void write(String path) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "text\n");
    }
}
