package io.millrace.fix;

import io.millrace.channel.CallFrames;
import io.millrace.channel.CallTailer;
import io.millrace.journal.Index;
import io.millrace.journal.SeekResult;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.WireException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * One reading of the journal of an engine up to its end, for its opening. The calls of a group count once its last one
 * is there: nothing counts of a group that a loss of power has cut.
 */
final class FixJournalRead {

    /** Takes the calls. */
    interface Calls {
        /** Takes a call; the cause is {@link Index#NONE} where it has none, the session null for {@code REFUSED}. */
        void call(FixJournal.Kind kind, long number, long cause, FixSessionId session, long index, long timeNs);
    }

    private static final int MOST_MESSAGE_BYTES = 1 << 28;
    private static final Map<String, FixJournal.Kind> KINDS = Map.of(
            "application", FixJournal.Kind.APPLICATION,
            "received", FixJournal.Kind.RECEIVED,
            "sent", FixJournal.Kind.SENT,
            "expecting", FixJournal.Kind.EXPECTING,
            "numberedFrom", FixJournal.Kind.NUMBERED_FROM,
            "loggedOn", FixJournal.Kind.LOGGED_ON,
            "loggedOut", FixJournal.Kind.LOGGED_OUT,
            "refused", FixJournal.Kind.REFUSED);

    private final Path directory;
    private final CallTailer tailer;
    private final CallFrames frames;
    private final BinaryInput in = new BinaryInput();
    private final Map<String, FixSessionId> sessions = new HashMap<>();
    private long[] indexes = new long[16];
    private FixJournal.Kind[] kinds = new FixJournal.Kind[16];
    private int size;
    private CallSchema lastSchema;
    private FixJournal.Kind lastKind;

    FixJournalRead(Path directory, CallTailer tailer, CallFrames frames) {
        this.directory = directory;
        this.tailer = tailer;
        this.frames = frames;
    }

    /** Reads from where the tailer is to the end. */
    void run(Calls to) {
        while (tailer.next()) {
            if (tailer.number() <= 1) {
                size = 0;
            }
            if (size == indexes.length) {
                indexes = Arrays.copyOf(indexes, 2 * size);
                kinds = Arrays.copyOf(kinds, 2 * size);
            }
            indexes[size] = tailer.index();
            kinds[size++] = kind();
            if (tailer.last()) {
                for (int i = 0; i < size; i++) {
                    take(kinds[i], indexes[i], to);
                }
                size = 0;
            }
        }
    }

    private FixJournal.Kind kind() {
        CallSchema schema = tailer.schema();
        if (!schema.equals(lastSchema)) {
            lastSchema = schema;
            lastKind = KINDS.get(schema.methodName());
        }
        if (lastKind == null) {
            throw new FixException("the directory holds another channel, or a journal of a newer version directory="
                    + directory + " call=" + schema.path());
        }
        return lastKind;
    }

    private void take(FixJournal.Kind kind, long index, Calls to) {
        SeekResult result = frames.at(index);
        try {
            if (result != SeekResult.FOUND) {
                throw new WireException("no frame result=" + result);
            }
            in.wrap(frames.segment(), frames.offset(), frames.length());
            boolean hasNumber = switch (kind) {
                case APPLICATION, RECEIVED, SENT, EXPECTING, NUMBERED_FROM -> true;
                case LOGGED_ON, LOGGED_OUT, REFUSED -> false;
            };
            long number = hasNumber ? in.readLong() : 0;
            long cause = kind == FixJournal.Kind.REFUSED ? in.readLong() : Index.NONE;
            if (hasNumber && kind != FixJournal.Kind.EXPECTING && kind != FixJournal.Kind.NUMBERED_FROM) {
                in.skipBytes(MOST_MESSAGE_BYTES);
            }
            if (kind == FixJournal.Kind.SENT) {
                cause = in.readLong();
            } else if (kind == FixJournal.Kind.REFUSED) {
                in.readString();
            }
            // A refused call may name anything.
            FixSessionId session = kind == FixJournal.Kind.REFUSED
                    ? null
                    : sessions.computeIfAbsent(in.readString(), FixSessionId::parse);
            to.call(kind, number, cause, session, index, tailer.timeNs());
        } catch (WireException | IllegalArgumentException e) {
            throw new FixException(
                    "a call of the journal cannot be read directory=" + directory + " index=" + Index.toText(index)
                            + " kind=" + kind + ": " + e.getMessage(),
                    e);
        }
    }
}
