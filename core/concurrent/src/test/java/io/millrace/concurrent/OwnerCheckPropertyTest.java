package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.JavaCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The system property is read once, so each test starts a JVM. */
@Tag("process")
class OwnerCheckPropertyTest {

    @Test
    void withoutThePropertyASecondThreadIsRefused() throws Exception {
        assertEquals("refused releases=1", output(List.of()));
        assertEquals("refused releases=1", output(List.of("-Dmillrace.ownerCheck=on")));
    }

    @Test
    void offRemovesTheCheckFromTheWholeProcess() throws Exception {
        assertEquals("accepted releases=1", output(List.of("-Dmillrace.ownerCheck=off")));
    }

    @Test
    void anotherValueIsAnErrorThatNamesIt() throws Exception {
        String output = output(List.of("-Dmillrace.ownerCheck=OFF"));
        assertTrue(
                output.contains("invalid value of system property property=millrace.ownerCheck value=OFF valid=on,off"),
                output);
    }

    private static String output(List<String> options) throws IOException, InterruptedException {
        Process process = JavaCommand.of(OwnerProbe.class)
                .withFlags(options.toArray(String[]::new))
                .builder()
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return output;
    }
}
