package io.millrace.fuzz;

import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import io.millrace.trace.ChannelGraph;
import io.millrace.trace.ChannelSet;
import io.millrace.trace.MessageTrace;
import io.millrace.trace.TraceException;
import io.millrace.trace.TraceOptions;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The input is the text of an index and a channel as any writer could leave it: frames with valid checksums and
 * arbitrary schemas, sources, histories, records and arguments. Messages of it and of its input are traced. A trace
 * states in notes what cannot be read; only a message that does not exist is refused.
 */
final class TraceTarget implements Target {

    private static final int DEPTH = 3;
    private static final int MOST_TRACES = 16;
    private static final int MOST_HOPS = 64;

    private final Guard guard = new Guard(64 << 20, 16_384);
    private final TraceOptions options = TraceOptions.defaults().withDepth(DEPTH);
    private TraceChannels channels;

    @Override
    public void accept(byte[] input) {
        int textBytes = Math.clamp(Bytes.counted(input, input.length - 2), 0, 100);
        int framesAt = Math.min(input.length, 2 + textBytes);
        String text = new String(input, framesAt - textBytes, textBytes, StandardCharsets.UTF_8);
        Optional<Long> index = parse(text);
        List<Long> frames = channels().write(Arrays.copyOfRange(input, framesAt, input.length));
        guard.read(input.length, () -> traces(index, frames));
    }

    private TraceChannels channels() {
        if (channels == null) {
            channels = TraceChannels.create();
        }
        return channels;
    }

    private static Optional<Long> parse(String text) {
        try {
            long index = Index.parse(text);
            Guard.check(Index.parse(Index.toText(index)) == index, "an index differs after it was written: " + text);
            return Optional.of(index);
        } catch (JournalException e) {
            Guard.check(!String.valueOf(e.getMessage()).isBlank(), "a refusal has no reason");
            return Optional.empty();
        }
    }

    /** Returns the traces of what can be traced. */
    private List<MessageTrace> traces(Optional<Long> index, List<Long> frames) {
        List<MessageTrace> traces = new ArrayList<>();
        try (ChannelSet set = ChannelSet.open(channels.directory.path())) {
            ChannelGraph graph = ChannelGraph.infer(set);
            index.flatMap(each -> trace(set, graph, TraceChannels.OUTPUTS, each))
                    .ifPresent(traces::add);
            for (long each : frames.subList(0, Math.min(MOST_TRACES, frames.size()))) {
                trace(set, graph, TraceChannels.OUTPUTS, each).ifPresent(traces::add);
            }
            long first = set.channel(TraceChannels.INPUTS)
                    .orElseThrow()
                    .journal()
                    .orElseThrow()
                    .lastIndex();
            traces.add(trace(set, graph, TraceChannels.INPUTS, first).orElseThrow());
        }
        return traces;
    }

    private Optional<MessageTrace> trace(ChannelSet set, ChannelGraph graph, String channel, long index) {
        try {
            MessageTrace trace = MessageTrace.follow(set, graph, channel, index, options);
            check(trace, channel, index);
            return Optional.of(trace);
        } catch (TraceException e) {
            Guard.check(!String.valueOf(e.getMessage()).isBlank(), "a refusal has no reason");
            return Optional.empty();
        }
    }

    private static void check(MessageTrace trace, String channel, long index) {
        Guard.check(
                trace.message().channel().equals(channel) && trace.message().index() == index,
                "another message was traced " + trace);
        Guard.check(
                trace.path().getLast().message().equals(trace.message()),
                "a path does not end with its message " + trace);
        Guard.check(trace.path().size() <= MOST_HOPS + 1, "a path is longer than a history " + trace);
        Guard.check(trace.notes().stream().noneMatch(String::isBlank), "a note says nothing " + trace);
    }

    /** Returns the traces of the frames of an input, in which the index is left out. */
    List<MessageTrace> traces(byte[] input) {
        List<Long> frames = channels().write(Arrays.copyOfRange(input, 2, input.length));
        return traces(Optional.empty(), frames);
    }

    @Override
    public List<byte[]> seeds() {
        byte[] frames = channels().written();
        return List.of(
                Bytes.join(Bytes.counted(new byte[0]), frames),
                Bytes.join(Bytes.counted("0:64".getBytes(StandardCharsets.UTF_8)), frames),
                Bytes.counted("1:2147483647.8".getBytes(StandardCharsets.UTF_8)));
    }

    @Override
    public void close() {
        if (channels != null) {
            channels.close();
            channels = null;
        }
    }
}
