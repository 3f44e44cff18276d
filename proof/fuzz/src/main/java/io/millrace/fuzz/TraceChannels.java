package io.millrace.fuzz;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.channel.Source;
import io.millrace.journal.Appender;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalId;
import io.millrace.journal.JournalOptions;
import io.millrace.wire.BinaryOutput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

/**
 * A data directory with two channels: one of an external source, and one whose frames are an input of the fuzzer. The
 * identities of journals are random, and an input must mean the same in each run, so that inputs name them by fixed
 * bytes.
 */
final class TraceChannels implements AutoCloseable {

    static final String INPUTS = "inputs";
    static final String OUTPUTS = "outputs";

    private static final byte[] INPUTS_ID = repeated((byte) 0xA5);
    private static final byte[] OUTPUTS_ID = repeated((byte) 0x5A);
    private static final int ID_BYTES = 16;
    private static final int MESSAGES = 12;
    private static final long START_NS = 1_700_000_000_000_000_000L;
    private static final JournalOptions SMALL =
            JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES);

    final DataDirectory directory;
    private final JournalId inputs;

    private TraceChannels(DataDirectory directory, JournalId inputs) {
        this.directory = directory;
        this.inputs = inputs;
    }

    private static byte[] repeated(byte value) {
        byte[] bytes = new byte[ID_BYTES];
        Arrays.fill(bytes, value);
        return bytes;
    }

    /** Creates the directory and the channel of the source. */
    static TraceChannels create() {
        DataDirectory directory = DataDirectory.create();
        try (Channel channel = open(directory, INPUTS);
                ChannelWriter writer = channel.writer()) {
            Steps out = writer.as(Steps.class);
            Source feed = Source.external("feed");
            Input input = new Input();
            for (int item = 0; item < MESSAGES; item++) {
                writer.begin(input.set(feed, item, START_NS + item));
                out.step(item, "item " + item);
                writer.commit();
            }
            Journal journal = channel.journal().orElseThrow();
            journal.position("restart of feed");
            journal.position("restart of summer");
            return new TraceChannels(directory, journal.id());
        }
    }

    private static Channel open(DataDirectory directory, String name) {
        return Channel.journal(
                name, directory.path().resolve(name), ChannelOptions.defaults().withJournal(SMALL));
    }

    /**
     * Writes the frames of an input into a new channel of outputs.
     *
     * @param input the frames as {@link JournalFrames} has them
     * @return the indexes of the frames
     */
    List<Long> write(byte[] input) {
        directory.delete(OUTPUTS);
        List<Long> indexes = new ArrayList<>();
        try (Journal journal = Journal.open(directory.path().resolve(OUTPUTS), SMALL);
                Appender appender = journal.appender()) {
            journal.position("restart of summer");
            byte[] frames =
                    Bytes.replace(Bytes.replace(input, INPUTS_ID, bytes(inputs)), OUTPUTS_ID, bytes(journal.id()));
            indexes.addAll(JournalFrames.append(appender, frames));
        }
        return indexes;
    }

    /** Returns the frames of a channel whose component takes all inputs, in the form in which they are written. */
    byte[] written() {
        directory.delete(OUTPUTS);
        try (Channel from = open(directory, INPUTS);
                Channel channel = open(directory, OUTPUTS);
                ChannelWriter writer = channel.writer()) {
            Steps out = writer.as(Steps.class);
            Steps summer = (number, text) -> {
                for (long output = number % 3; output > 0; output--) {
                    out.step(number, text + " gives " + output);
                }
            };
            try (ChannelReader reader = from.reader(summer, ReaderOptions.defaults(), Steps.class)) {
                Input input = new Input();
                while (reader.next() == Poll.MESSAGE) {
                    writer.begin(input.set(reader, reader.timeNs() + 500));
                    reader.dispatch();
                    writer.commit();
                }
            }
            writer.journalWriter().ifPresent(JournalChannelWriter::checkpoint);
            Journal journal = channel.journal().orElseThrow();
            return Bytes.replace(
                    Bytes.replace(JournalFrames.of(journal), bytes(inputs), INPUTS_ID),
                    bytes(journal.id()),
                    OUTPUTS_ID);
        }
    }

    /** Returns an identity as the wire has it. */
    private static byte[] bytes(JournalId id) {
        BinaryOutput output = BinaryOutput.allocate(ID_BYTES);
        output.writeUuid(new UUID(id.high(), id.low()));
        return output.toByteArray();
    }

    @Override
    public void close() {
        directory.close();
    }
}
