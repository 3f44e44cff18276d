package io.millrace.channel;

import io.millrace.concurrent.OwnerCheck;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.MetadataFrames;
import io.millrace.journal.Read;
import io.millrace.journal.SeekResult;
import io.millrace.journal.Tailer;
import io.millrace.journal.TailerOptions;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.WireException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Resolves the numbers of the current segment to schemas and sources. A number is a position, so an unknown number is
 * read at that position, wherever a reader starts; records that were read in one segment are not decoded again in the
 * next. For one thread.
 */
final class SegmentRecords implements Envelope.Sources, AutoCloseable {

    /** How many sources are the same object in several segments. */
    private static final int MAX_SOURCES_MET = 1 << 12;

    private final Journal journal;
    private final String channel;
    private final Function<CallSchema, KnownCall> decoders;
    private final LongTable<KnownCall> calls = new LongTable<>();
    private final LongTable<Source> sources = new LongTable<>();
    private final Map<ByteBuffer, KnownCall> callsMet = new HashMap<>();
    private final Map<Source, Source> sourcesMet = new HashMap<>();
    private final BinaryInput input = new BinaryInput();
    private Tailer tailer;

    /** The index of the message that was entered last; its segment is the current one. */
    private long inSegment = Index.NONE;

    private long segment = -1;

    /** Whether sources are asked for, so that their records are noted when they are passed. */
    private boolean wantsSources;

    private long lastNumber;
    private KnownCall lastCall;

    SegmentRecords(String channel, Journal journal, Function<CallSchema, KnownCall> decoders) {
        this.channel = channel;
        this.journal = journal;
        this.decoders = decoders;
    }

    /**
     * Notes the record of a source at which a reader is, so that it need not be searched for: where there are many
     * clients, each has one in each segment.
     */
    void passed(Tailer reader) {
        if (wantsSources
                && reader.length() > 1
                && reader.segment().get(ValueLayout.JAVA_BYTE, reader.offset()) == MetadataKind.SOURCE.code()) {
            enter(reader.index());
            long number = Index.position(reader.index()) >>> 3;
            if (sources.get(number) == null) {
                sources.put(number, meetSource(reader));
            }
        }
    }

    /** Enters the segment of the message at {@code index}. */
    void enter(long index) {
        long entered = Index.segment(index);
        if (entered != segment) {
            segment = entered;
            inSegment = index;
            calls.clear();
            sources.clear();
            lastNumber = 0;
            if (sourcesMet.size() >= MAX_SOURCES_MET) { // such as the names of clients
                sourcesMet.clear();
            }
        }
    }

    KnownCall call(long number) {
        if (number == lastNumber && number != 0) {
            return lastCall;
        }
        KnownCall call = calls.get(number);
        if (call == null) {
            find(number, MetadataKind.CALL);
            call = meetCall();
            calls.put(number, call);
        }
        lastNumber = number;
        lastCall = call;
        return call;
    }

    @Override
    public Source source(long number) {
        Source source = sources.get(number);
        if (source == null) {
            wantsSources = true;
            find(number, MetadataKind.SOURCE);
            source = meetSource(tailer);
            sources.put(number, source);
        }
        return source;
    }

    /** Closes the tailer for records, if there is one. */
    @Override
    public void close() {
        if (tailer != null) {
            tailer.close();
        }
    }

    private KnownCall meetCall() {
        byte[] bytes = tailer.segment()
                .asSlice(tailer.offset() + 1, tailer.length() - 1)
                .toArray(ValueLayout.JAVA_BYTE);
        KnownCall met = callsMet.get(ByteBuffer.wrap(bytes));
        if (met == null) {
            CallSchema schema = CallSchema.decode(tailer.segment(), tailer.offset() + 1, tailer.length() - 1);
            met = decoders.apply(schema);
            callsMet.put(ByteBuffer.wrap(bytes), met);
        }
        return met;
    }

    private Source meetSource(Tailer at) {
        input.wrap(at.segment(), at.offset() + 1, at.length() - 1);
        try {
            Source source = Metadata.readSource(input);
            input.expectEnd();
            return sourcesMet.size() < MAX_SOURCES_MET ? met(source) : source;
        } catch (WireException e) {
            throw new ChannelException(
                    "cannot read source record channel=" + channel + " index=" + Index.toText(at.index()) + " reason="
                            + e.getMessage(),
                    e);
        }
    }

    private Source met(Source source) {
        Source before = sourcesMet.putIfAbsent(source, source);
        return before == null ? source : before;
    }

    /** Moves the tailer to the record with this number. */
    private void find(long number, MetadataKind kind) {
        if (number < 1 || number > Index.MAX_POSITION / Long.BYTES) {
            throw missing(number, kind, "no such position");
        }
        if (tailer == null) {
            tailer = journal.tailer(TailerOptions.defaults()
                    .withMetadata(MetadataFrames.INCLUDE)
                    .withMark(MarkPolicy.NEVER)
                    .withOwnerCheck(OwnerCheck.OFF));
        }
        long index = Index.withPosition(inSegment, number << 3);
        if (tailer.seek(index) != SeekResult.FOUND || tailer.read() != Read.MESSAGE) {
            throw missing(number, kind, "no record");
        }
        if (tailer.kind() != FrameKind.METADATA || tailer.length() < 1) {
            throw missing(number, kind, "a message");
        }
        int code = tailer.segment().get(ValueLayout.JAVA_BYTE, tailer.offset());
        if (code != kind.code()) {
            throw missing(number, kind, "a record of kind " + code);
        }
    }

    private ChannelException missing(long number, MetadataKind kind, String what) {
        return new ChannelException("message refers to a record that does not exist channel=" + channel + " segment="
                + segment + " number=" + number + " kind=" + kind + " actual=" + what);
    }
}
