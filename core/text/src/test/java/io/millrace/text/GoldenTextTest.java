package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.Schema;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Today's code writes the golden messages as the same text as ever. */
class GoldenTextTest {
    private static final Path GOLDEN = Path.of("../wire/src/test/resources/golden");

    @Test
    void everyTypeOfVersionOneHasTheSameText() throws IOException {
        byte[] schema = Files.readAllBytes(GOLDEN.resolve("version-1-everything-schema.bin"));
        byte[] message = Files.readAllBytes(GOLDEN.resolve("version-1-everything-message.bin"));
        StringBuilder text = new StringBuilder();
        YamlText.of(Schema.decode(MemorySegment.ofArray(schema), 0, schema.length))
                .write(BinaryInput.of(message), text);
        assertEquals(Files.readString(GOLDEN.resolve("version-1-everything.yaml")), text.toString());
    }
}
