package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelException;
import io.millrace.channel.DirectChannel;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@ExpectedLog(value = "machine went down", occurs = Occurrence.PERHAPS)
class DirectServiceTest {

    @TempDir
    Path root;

    /** Keeps a count, so that it must be restored too. */
    private static Sums numbering(Numbers out) {
        long[] count = {0};
        return (of, total) -> out.number(++count[0] * 1_000_000 + total % 1_000);
    }

    private static void run(Channel input, Channel output) {
        DirectChannel direct = Channel.direct("direct");
        ServiceTask second = Service.component("numbering")
                .reads(direct)
                .writes(output)
                .create(outputs -> numbering(outputs.as(Numbers.class)));
        ServiceTask first = Service.component("summer")
                .reads(input)
                .writes(direct)
                .create(outputs -> new Summer(outputs.as(Sums.class)));
        Flow.run(first, second);
    }

    @Test
    void twoComponentsAreOneServiceAndRestartTogether() {
        try (Channel input = Flow.channel(root, "numbers")) {
            Flow.numbers(input, LongStream.range(0, 60).toArray());
            List<String> expected;
            List<Long> frames;
            try (Channel output = Flow.channel(root, "out")) {
                run(input, output);
                expected = Flow.calls(output);
                frames = Flow.frames(output.journal().orElseThrow());
                Flow.copy(root.resolve("out"), root.resolve("whole/out"));
                assertEquals(120, expected.size());
                assertTrue(output.ended());
            }
            for (int i = 0; i < frames.size(); i += 7) {
                Path cut = root.resolve("cut");
                Flow.copy(root.resolve("whole"), cut);
                Flow.cutAt(cut.resolve("out"), frames.get(i));
                try (Channel output = Flow.channel(cut, "out")) {
                    run(input, output);
                    assertEquals(expected, Flow.calls(output));
                }
                Flow.delete(cut);
            }
        }
    }

    @Test
    void theReaderComesFirst() {
        try (Channel input = Flow.channel(root, "numbers")) {
            DirectChannel direct = Channel.direct("direct");
            ChannelException error = assertThrows(
                    ChannelException.class,
                    () -> Service.component("summer")
                            .reads(input)
                            .writes(direct)
                            .create(outputs -> new Summer(outputs.as(Sums.class))));
            assertTrue(error.getMessage().contains("channel=direct"), error.getMessage());
        }
    }

    @Test
    void aSourceMayNotWriteToADirectChannel() {
        assertThrows(
                ServiceException.class,
                () -> Service.source("source").writes(Channel.direct("direct")).create(outputs -> null));
    }
}
