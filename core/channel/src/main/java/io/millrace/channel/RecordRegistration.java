package io.millrace.channel;

import io.millrace.journal.Appender;
import io.millrace.journal.BatchEncryption;
import io.millrace.journal.FrameBatch;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Index;
import io.millrace.wire.BinaryOutput;
import java.lang.foreign.MemorySegment;

/**
 * Publishes the records that a segment must have before the calls that refer to them: schemas of calls, sources, and
 * keys. The position of a record is its number in that segment, so each record is published by itself. Belongs to the
 * writer's thread, and uses the writer's batch.
 */
final class RecordRegistration {

    private final Appender appender;
    private final FrameBatch batch;
    private final CallTable calls;
    private final WriterSources sources;
    private final BinaryOutput records = BinaryOutput.allocate(256);

    /** Null where the channel is not encrypted. */
    private final BatchEncryption encryption;

    RecordRegistration(Appender appender, CallTable calls, WriterSources sources, BatchEncryption encryption) {
        this.appender = appender;
        this.batch = appender.batch();
        this.calls = calls;
        this.sources = sources;
        this.encryption = encryption;
    }

    /**
     * Publishes the records that {@code frames}, their input and {@code consumed} need and {@code segment} lacks.
     * Returns whether the segment has all of them now; false if it has ended meanwhile.
     *
     * @param input the input of the group, null outside a group
     */
    boolean register(long segment, StagedFrames frames, Input input, ConsumedRuns consumed) {
        for (int frame = 0; frame < frames.size(); frame++) {
            int call = frames.call(frame);
            if (calls.number(call) == 0) {
                if (!publish(segment, calls.record(call))) {
                    return false;
                }
                calls.number(call, recordNumber());
            }
        }
        requestSources(input, consumed);
        if (!registerSources(segment)) {
            return false;
        }
        if (encryption != null && !registerKeys(segment, frames)) {
            return false;
        }
        batch.clear();
        return true;
    }

    /** Publishes the records of the sources that were asked for and {@code segment} lacks; false if it has ended. */
    boolean registerSources(long segment) {
        for (int i = sources.nextMissing(); i >= 0; i = sources.nextMissing()) {
            if (!publish(segment, sources.source(i))) {
                return false;
            }
            sources.numberMissing(recordNumber());
        }
        return true;
    }

    private boolean registerKeys(long segment, StagedFrames frames) {
        for (int frame = 0; frame < frames.size(); frame++) {
            String subject = frames.subject(frame);
            if (!encryption.subject(segment, subject)) {
                batch.clear();
                encryption.stageKey(segment, subject);
                if (appender.publish(segment) == Appender.ROLLED) {
                    return false;
                }
            }
        }
        return true;
    }

    private void requestSources(Input input, ConsumedRuns consumed) {
        if (input != null) {
            History history = input.history();
            for (int hop = 0; hop < history.size(); hop++) {
                sources.number(history.source(hop));
            }
            sources.number(input.source());
        }
        for (int run = 0; run < consumed.size(); run++) {
            sources.number(consumed.source(run));
        }
    }

    private boolean publish(long segment, byte[] record) {
        batch.clear();
        stage(record);
        return appender.publish(segment) != Appender.ROLLED;
    }

    /** Publishes the record of a source, of which there may be one for each client. */
    private boolean publish(long segment, Source source) {
        batch.clear();
        records.reset();
        Metadata.source(records, source);
        stage(records.segment(), records.start(), records.length());
        return appender.publish(segment) != Appender.ROLLED;
    }

    private long recordNumber() {
        return Index.position(batch.index(0)) >>> 3;
    }

    /** Adds a metadata record to the batch. */
    void stage(byte[] record) {
        stage(MemorySegment.ofArray(record), 0, record.length);
    }

    /** Adds a record of consumed inputs to the batch. */
    void stage(ConsumedRuns consumed) {
        records.reset();
        records.writeByte(MetadataKind.CONSUMED.code());
        consumed.write(records, sources);
        stage(records.segment(), records.start(), records.length());
    }

    private void stage(MemorySegment from, long offset, int length) {
        long at = batch.begin(FrameKind.METADATA, length);
        MemorySegment.copy(from, offset, batch.memory(), at, length);
        batch.end(length);
    }
}
