package io.millrace.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.TypeConversionException;

class OutputFileTest {
    private final OutputFile converter = new OutputFile();

    @TempDir
    private Path directory;

    @Test
    void aNewFileAndOneThatIsThereAreTakenAndNothingIsMade() throws Exception {
        Path file = directory.resolve("figures.json");
        assertEquals(file, converter.convert(file.toString()));
        assertTrue(Files.notExists(file));
        assertEquals(file, converter.convert(Files.createFile(file).toString()));
        assertEquals(Path.of("figures.json"), converter.convert("figures.json"));
    }

    @Test
    void whatCannotBeWrittenIsRefusedWithItsName() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        for (String wrong : new String[] {
            directory.toString(),
            "/",
            directory.resolve("no/figures").toString(),
            file.resolve("figures").toString(),
            "a\0b"
        }) {
            Exception e = assertThrows(TypeConversionException.class, () -> converter.convert(wrong));
            assertTrue(e.getMessage().contains("cannot write file=" + wrong), e.getMessage());
        }
    }
}
