package io.millrace.channel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.channel.ChannelCursor.Entry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CallChecksumTest {
    /** Requests of any type. */
    interface Requests {
        void ask(String text, Object... arguments);

        void tell(String text, Object... arguments);
    }

    @TempDir
    Path directory;

    @Test
    void itIsOfTheMethodAndTheArgumentsAloneAndTheSameForEver() {
        List<Long> read = new ArrayList<>();
        List<Long> walked = new ArrayList<>();
        try (Channel channel = Channel.journal("requests", directory.resolve("requests"), ChannelOptions.defaults())) {
            try (ChannelWriter writer = channel.writer()) {
                Requests requests = writer.as(Requests.class);
                for (int round = 0; round < 2; round++) {
                    requests.ask("a", 1L);
                    requests.ask("a", 2L);
                    requests.ask("a", 1);
                    requests.ask("b", 1L);
                    requests.tell("a", 1L);
                }
            }
            Requests nothing = new Requests() {
                @Override
                public void ask(String text, Object... arguments) {}

                @Override
                public void tell(String text, Object... arguments) {}
            };
            try (ChannelReader reader = channel.reader(nothing, ReaderOptions.defaults(), Requests.class)) {
                assertThrows(ChannelException.class, reader::checksum);
                while (reader.next() == Poll.MESSAGE) {
                    read.add(reader.checksum());
                    reader.dispatch();
                }
            }
            try (ChannelCursor cursor = channel.cursor()) {
                while (cursor.next() == Entry.CALL) {
                    walked.add(cursor.checksum());
                }
            }
        }
        assertEquals(read, walked);
        assertEquals(read.subList(0, 5), read.subList(5, 10));
        assertEquals(5, new HashSet<>(read).size());
        // Databases store these checksums, so they must never change.
        assertEquals(
                List.of(
                        5177643504348969118L,
                        7533200319944368802L,
                        7841237084523302904L,
                        8136266319131650716L,
                        3033824677526587638L),
                read.subList(0, 5));
    }
}
