package io.millrace.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BinaryFilesTest {

    @Test
    void whatATrialHasLeftIsFound() {
        assertEquals(
                List.of("enc/00000000.segment", "tools/cli/a.bin"), found("tools/cli/a.bin", "enc/00000000.segment"));
    }

    @Test
    void picturesAndTestDataAreNot() {
        assertEquals(List.of(), found("docs/images/a.png", "core/wire/src/test/resources/io/millrace/wire/a.bin"));
    }

    private static List<String> found(String... binaries) {
        return new BinaryFiles()
                .check(new Repository(List.of(), Set.of(binaries))).stream()
                        .map(Violation::path)
                        .toList();
    }
}
