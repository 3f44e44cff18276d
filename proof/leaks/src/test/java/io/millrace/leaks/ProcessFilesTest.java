package io.millrace.leaks;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessFilesTest {

    @ParameterizedTest
    @ValueSource(strings = {"/tmp/junit1/00000000.segment", "/dev/shm/full/journal.table", "/data/feed.csv"})
    void dataFilesBelongToTests(String path) {
        assertTrue(ProcessFiles.belongsToTests(path));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/opt/libraries/junit.jar",
                "/usr/lib/locale/locale-archive",
                "/dev/urandom",
                "/proc/7/fd",
                "/tmp/hsperfdata_me/7",
                "/opt/native/libz.so.1",
                "pipe:[77]",
                "[heap]"
            })
    void codeDevicesAndPipesDoNot(String path) {
        assertFalse(ProcessFiles.belongsToTests(path));
    }
}
