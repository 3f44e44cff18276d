package io.millrace.channel;

import io.millrace.journal.FrameKind;
import io.millrace.journal.Index;
import io.millrace.journal.Read;
import io.millrace.journal.SeekResult;
import io.millrace.journal.Tailer;
import java.lang.foreign.ValueLayout;
import java.time.Instant;

/** Reads the calls of a journal. */
final class JournalReader extends EncodedReader {

    private final JournalChannel channel;
    private final Tailer tailer;
    private final FrameView view;
    private final SegmentRecords records;
    private final OpeningCalls openings;
    private long index = Index.NONE;
    private long forgotten;

    /** The index of the record of an end, if that is the last frame that was read. */
    private long passedEnd = Index.NONE;

    JournalReader(
            JournalChannel channel,
            Tailer tailer,
            FrameView view,
            Object handler,
            ReaderOptions options,
            Class<?>... interfaces) {
        super(channel, handler, options);
        this.channel = channel;
        this.tailer = tailer;
        this.view = view;
        this.openings = new OpeningCalls(channel.open());
        this.records = new SegmentRecords(channel.name(), channel.open(), new CallDecoders(options, interfaces));
    }

    @Override
    Poll advance() {
        while (!openings.waits()) {
            Read read = tailer.read();
            if (read == Read.REMOVED) {
                throw new ChannelException("retention removed the next messages before they were read channel="
                        + channel.name() + " index=" + indexText());
            }
            if (read != Read.MESSAGE) {
                return switch (read) {
                    case NOT_SYNCED -> Poll.NOT_SYNCED;
                    case NOT_REPLICATED -> Poll.NOT_REPLICATED;
                    default -> Poll.NOTHING;
                };
            }
            if (tailer.kind() == FrameKind.METADATA) {
                passedEnd = isEnd() ? tailer.index() : Index.NONE;
                openings.meet(tailer);
                records.passed(tailer);
                continue;
            }
            passedEnd = Index.NONE;
            if ((passesEarly() && isEarly()) || openings.passes()) {
                continue;
            }
            index = tailer.index();
            records.enter(index);
            view.look();
            if (!view.isReadable()) {
                forgotten();
            } else if (take(view.segment, view.offset, view.length)) {
                return Poll.MESSAGE;
            }
        }
        return Poll.NOTHING;
    }

    private boolean isEnd() {
        return tailer.length() > 0
                && tailer.segment().get(ValueLayout.JAVA_BYTE, tailer.offset()) == MetadataKind.ENDED.code();
    }

    @Override
    public boolean atEnd() {
        return passedEnd != Index.NONE && channel.isCopy() && !channel.isDoubtful(passedEnd);
    }

    private boolean isEarly() {
        view.look();
        return isEarly(view.segment, view.offset, view.length);
    }

    private void forgotten() {
        if (!view.hasKeys()) {
            throw view.unreadable();
        }
        forgotten++;
    }

    @Override
    KnownCall call(long number) {
        return records.call(number);
    }

    @Override
    Envelope.Sources sources() {
        return records;
    }

    @Override
    String indexText() {
        return Index.toText(index);
    }

    @Override
    public Source source() {
        return channel.source();
    }

    @Override
    public long index() {
        return index;
    }

    @Override
    public long forgottenCalls() {
        return forgotten;
    }

    private void moved() {
        passedEnd = Index.NONE;
        forget();
    }

    @Override
    public void toStart() {
        owner.check();
        tailer.toStart();
        openings.restart();
        moved();
    }

    @Override
    public void toPeriod() {
        owner.check();
        tailer.toPeriod();
        openings.restart();
        moved();
    }

    @Override
    public void toEnd() {
        owner.check();
        tailer.toEnd();
        openings.continues();
        moved();
    }

    @Override
    public void seek(long index) {
        owner.check();
        SeekResult result = tailer.seek(index);
        if (result != SeekResult.FOUND) {
            throw new ChannelException("message does not exist channel=" + channel.name() + " index="
                    + Index.toText(index) + " result=" + result + " lastIndex=" + Index.toText(channel.lastIndex()));
        }
        openings.restart();
        moved();
    }

    @Override
    public void seekTime(Instant time) {
        owner.check();
        tailer.seekTime(time);
        openings.restart();
        moved();
        passBefore(EpochNs.of(time));
    }

    @Override
    public void seekAfter(long index) {
        if (index == Index.NONE) {
            toStart();
            return;
        }
        seek(index);
        Read read = tailer.read();
        if (read != Read.MESSAGE) {
            throw new ChannelException("cannot skip message channel=" + channel.name() + " index=" + Index.toText(index)
                    + " read=" + read);
        }
        openings.continues();
    }

    @Override
    void release() {
        openings.close();
        records.close();
        view.close();
        tailer.close();
    }
}
