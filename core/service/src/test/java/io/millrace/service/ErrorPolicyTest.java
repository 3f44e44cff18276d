package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.DirectChannel;
import java.nio.file.Path;
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

    private static ServiceTask service(Channel input, Channel output, ErrorPolicy policy) {
        return Service.component("refuser")
                .reads(input)
                .writes(output)
                .onError(policy)
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
            assertTrue(calls.get(1).startsWith("error:\n  - refuser\n  - numbers\n"), calls.get(1));
            assertTrue(calls.get(1).contains("IllegalStateException: seven is too many"), calls.get(1));
            assertTrue(calls.get(1).contains(" numbers@"), calls.get(1));
            ServiceTask again = service(input, output, ErrorPolicy.RECORD);
            Flow.run(again);
            assertEquals(3, again.reapplied());
            assertEquals(calls, Flow.calls(output));
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
                        .create(outputs -> outputs.as(Numbers.class));
                Flow.run(first, second);
                List<String> calls = Flow.calls(output);
                assertEquals(3, calls.size());
                assertTrue(calls.get(1).startsWith("error:"), calls.get(1));
            }
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
