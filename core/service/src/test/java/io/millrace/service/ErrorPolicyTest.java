package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.DirectChannel;
import io.millrace.journal.Appender;
import io.millrace.journal.Index;
import io.millrace.leaks.ExpectedLog;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ErrorPolicyTest {

    @TempDir
    Path root;

    /** Writes before it throws, so that what it wrote must be taken back. */
    private static Numbers refusesSeven(Sums sums) {
        return value -> {
            sums.sum("before", value);
            if (value == 7) {
                throw new IllegalStateException("seven is too many at " + System.identityHashCode(new Object()));
            }
        };
    }

    private final List<String> told = new ArrayList<>();

    private ServiceTask service(Channel input, Channel output, ErrorPolicy policy) {
        return Service.component("refuser")
                .reads(input)
                .writes(output)
                .onError(policy)
                .errorHandler((severity, origin, error) -> told.add(severity + " " + origin))
                .create(outputs -> refusesSeven(outputs.as(Sums.class)));
    }

    @Test
    void aComponentThatThrowsPublishesNothingOfThatInput() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, 1, 7, 2);
            for (int run = 0; run < 2; run++) {
                ServiceException error =
                        assertThrows(ServiceException.class, () -> Flow.run(service(input, output, ErrorPolicy.STOP)));
                assertTrue(error.getMessage().contains("service=refuser input=numbers@0:"), error.getMessage());
                assertTrue(error.getMessage().contains("method=number"), error.getMessage());
                assertTrue(error.getCause() instanceof IllegalStateException);
                assertEquals(1, Flow.calls(output).size());
            }
        }
    }

    @Test
    void anErrorRecordTakesThePlaceOfTheOutputs() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, 1, 7, 2);
            Flow.run(service(input, output, ErrorPolicy.RECORD));
            List<String> calls = Flow.calls(output);
            assertEquals(3, calls.size());
            assertTrue(calls.get(1).startsWith("error:\n  - refuser\n  - numbers\n  - number\n"), calls.get(1));
            assertTrue(calls.get(1).contains("IllegalStateException: seven is too many"), calls.get(1));
            assertTrue(calls.get(1).contains(" numbers@"), calls.get(1));
            ServiceTask again = service(input, output, ErrorPolicy.RECORD);
            Flow.run(again);
            assertEquals(3, again.reapplied());
            assertEquals(calls, Flow.calls(output));
            assertEquals(List.of("WARNING component=refuser"), told, "a restart tells nothing again");
        }
    }

    /** A kill leaves a channel with the same messages at other indexes. */
    @Test
    @ExpectedLog("an error was recorded in place of outputs")
    void whatIsRecordedDoesNotDependOnTheIndexOfTheInput() {
        List<String> recorded = new ArrayList<>();
        List<String> inputs = new ArrayList<>();
        for (int writers = 1; writers <= 2; writers++) {
            try (Channel input = Flow.channel(root.resolve("run" + writers), "numbers");
                    Channel output = Flow.channel(root, "sums" + writers)) {
                if (writers == 1) {
                    Flow.numbers(input, 1, 7);
                } else {
                    Flow.numbers(input, 1);
                    startSegment(input);
                    Flow.numbers(input, 7);
                }
                Flow.run(Service.component("refuser")
                        .reads(input)
                        .writes(output)
                        .onError(ErrorPolicy.RECORD)
                        .create(_ -> (Numbers) value -> {
                            throw new IllegalStateException("refused value=" + value);
                        }));
                try (ChannelCursor cursor = output.cursor()) {
                    for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                        if (entry == Entry.CALL) {
                            recorded.add(cursor.yaml());
                            inputs.add(Index.toText(cursor.history().index(0)));
                        }
                    }
                }
            }
        }
        assertEquals(4, recorded.size());
        assertEquals(recorded.subList(0, 2), recorded.subList(2, 4));
        assertNotEquals(inputs.get(1), inputs.get(3));
    }

    private static void startSegment(Channel channel) {
        try (Appender appender = channel.journal().orElseThrow().appender()) {
            appender.startSegment();
        }
    }

    @Test
    void anErrorBehindADirectChannelIsRecordedInTheLastChannel() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, 1, 7, 2);
            for (int run = 0; run < 2; run++) {
                DirectChannel direct = Channel.direct("direct");
                ServiceTask second = Service.component("refuser")
                        .reads(direct)
                        .writes(output)
                        .create(outputs -> refusesSeven(outputs.as(Sums.class)));
                ServiceTask first = Service.component("first")
                        .reads(input)
                        .writes(direct)
                        .onError(ErrorPolicy.RECORD)
                        .errorHandler((severity, origin, error) -> told.add(severity + " " + origin))
                        .create(outputs -> outputs.as(Numbers.class));
                Flow.run(first, second);
                List<String> calls = Flow.calls(output);
                assertEquals(3, calls.size());
                assertTrue(calls.get(1).startsWith("error:"), calls.get(1));
            }
        }
    }

    @Test
    void anErrorOfTheJvmOrOfMissingClassesIsNeverRecorded() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, 1, 7);
            List<Error> errors = List.of(new NoClassDefFoundError("helper"), new StackOverflowError());
            for (Error error : errors) {
                InputFailedException failed =
                        assertThrows(InputFailedException.class, () -> Flow.run(throwing(input, output, error)));
                assertSame(error, failed.getCause());
                assertTrue(failed.getMessage().contains("service=thrower input=numbers@0:"), failed.getMessage());
            }
            Flow.run(throwing(input, output, new AssertionError("odd number")));
            assertEquals(2, Flow.calls(output).size());
        }
    }

    private ServiceTask throwing(Channel input, Channel output, Error error) {
        return Service.component("thrower")
                .reads(input)
                .writes(output)
                .onError(ErrorPolicy.RECORD)
                .errorHandler((severity, origin, thrown) -> told.add(severity + " " + origin))
                .create(outputs -> {
                    outputs.as(Sums.class);
                    return (Numbers) value -> {
                        throw error;
                    };
                });
    }

    /** An exception whose message cannot be had. */
    private static final class Unspeakable extends RuntimeException {

        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    @Test
    @ExpectedLog("an error handler threw")
    void anExceptionWhoseMessageThrowsIsRecordedByItsKind() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, 1);
            Flow.run(Service.component("thrower")
                    .reads(input)
                    .writes(output)
                    .onError(ErrorPolicy.RECORD)
                    .errorHandler((severity, origin, thrown) -> {
                        throw new IllegalStateException("the handler is broken too");
                    })
                    .create(outputs -> (Numbers) value -> {
                        throw new Unspeakable();
                    }));
            assertTrue(Flow.calls(output).getFirst().contains("Unspeakable"), Flow.calls(output)::toString);
        }
    }

    @Test
    void aComponentMustNotWriteWhileItIsMade() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            assertThrows(
                    ServiceException.class,
                    () -> Service.component("early").reads(input).writes(output).create(outputs -> {
                        Sums sums = outputs.as(Sums.class);
                        sums.sum("too early", 1);
                        return new Summer(sums);
                    }));
        }
    }
}
