package io.millrace.fuzz;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.trace.MessageContent;
import io.millrace.trace.MessageTrace;
import io.millrace.wire.WireException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Inputs that once broke something are tried in every build, without the fuzzer. */
class CorpusTest {
    static final Path CORPUS = Path.of("src/test/resources/corpus");

    @AfterEach
    void close() {
        Fuzz.fuzzerTearDown();
    }

    @Test
    void whatWasFoundStaysRepaired() throws IOException {
        try (Stream<Path> files = Files.list(CORPUS)) {
            List<Path> inputs = files.sorted().toList();
            assertTrue(!inputs.isEmpty());
            for (Path input : inputs) {
                byte[] bytes = Files.readAllBytes(input);
                assertDoesNotThrow(() -> Fuzz.fuzzerTestOneInput(bytes), input::toString);
            }
        }
    }

    @Test
    void everySeedIsValid() {
        for (byte[] seed : Fuzz.seeds()) {
            assertDoesNotThrow(
                    () -> Fuzz.fuzzerTestOneInput(seed), () -> HexFormat.of().formatHex(seed));
        }
    }

    /** Otherwise the search would begin with channels of which nothing can be read. */
    @Test
    void theSeedsOfTracesAreWhole() {
        TraceTarget target = new TraceTarget();
        try {
            List<MessageTrace> traces = target.traces(target.seeds().getFirst());
            assertEquals(
                    Set.of(1, 2),
                    traces.stream().map(trace -> trace.path().size()).collect(Collectors.toSet()));
            for (MessageTrace trace : traces) {
                assertEquals(List.of(), trace.notes());
                assertEquals(
                        Set.of(MessageContent.WHOLE),
                        trace.path().stream()
                                .map(step -> step.message().content())
                                .collect(Collectors.toSet()));
            }
        } finally {
            target.close();
        }
    }

    @Test
    void anInputOfNothingIsNothing() {
        assertDoesNotThrow(() -> Fuzz.fuzzerTestOneInput(new byte[0]));
    }

    @Test
    void theGuardSeesWhatMustNotBe() {
        Guard guard = new Guard(1 << 20, 1);
        assertThrows(AssertionError.class, () -> guard.read(1, () -> new byte[2 << 20]));
        assertThrows(
                AssertionError.class,
                () -> guard.read(1, () -> {
                    throw new WireException("an error without a place value=1");
                }));
        assertThrows(
                IllegalStateException.class,
                () -> guard.read(1, () -> {
                    throw new IllegalStateException("x");
                }));
    }
}
