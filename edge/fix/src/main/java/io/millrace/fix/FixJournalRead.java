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
        /**
         * Takes a call, whose arguments the reading has; the session is null for {@code REFUSED}, and for an order that
         * names none.
         */
        void call(FixJournalRead call, FixSessionId session, long index, long timeNs);
    }

    private static final int MOST_MESSAGE_BYTES = 1 << 28;
    private static final Map<String, FixJournal.Kind> KINDS = Map.ofEntries(
            Map.entry("application", FixJournal.Kind.APPLICATION),
            Map.entry("received", FixJournal.Kind.RECEIVED),
            Map.entry("sent", FixJournal.Kind.SENT),
            Map.entry("expecting", FixJournal.Kind.EXPECTING),
            Map.entry("numberedFrom", FixJournal.Kind.NUMBERED_FROM),
            Map.entry("version", FixJournal.Kind.VERSION),
            Map.entry("loggedOn", FixJournal.Kind.LOGGED_ON),
            Map.entry("loggedOut", FixJournal.Kind.LOGGED_OUT),
            Map.entry("refused", FixJournal.Kind.REFUSED),
            Map.entry("known", FixJournal.Kind.KNOWN),
            Map.entry("operated", FixJournal.Kind.OPERATED));

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

    // Of the present call.
    private FixJournal.Kind kind;
    private long number;
    private long cause;
    private long order;
    private long outgoing;
    private long activeNs;
    private long loggedOnNs;
    private String version;

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
            kinds[size++] = readKind();
            if (tailer.last()) {
                for (int i = 0; i < size; i++) {
                    take(kinds[i], indexes[i], to);
                }
                size = 0;
            }
        }
    }

    private FixJournal.Kind readKind() {
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

    private void take(FixJournal.Kind is, long index, Calls to) {
        SeekResult result = frames.at(index);
        try {
            if (result != SeekResult.FOUND) {
                throw new WireException("no frame result=" + result);
            }
            in.wrap(frames.segment(), frames.offset(), frames.length());
            kind = is;
            number = 0;
            cause = Index.NONE;
            order = Index.NONE;
            arguments();
            String name = in.readString();
            // A refused call may name anything.
            boolean hasNone = kind == FixJournal.Kind.REFUSED || (kind == FixJournal.Kind.OPERATED && name.isEmpty());
            FixSessionId session = hasNone ? null : sessions.computeIfAbsent(name, FixSessionId::parse);
            to.call(this, session, index, tailer.timeNs());
        } catch (WireException | IllegalArgumentException e) {
            throw new FixException(
                    "a call of the journal cannot be read directory=" + directory + " index=" + Index.toText(index)
                            + " kind=" + is + ": " + e.getMessage(),
                    e);
        }
    }

    /** Reads the arguments before the session. */
    private void arguments() {
        switch (kind) {
            case APPLICATION, RECEIVED -> {
                number = in.readLong();
                in.skipBytes(MOST_MESSAGE_BYTES);
            }
            case SENT -> {
                number = in.readLong();
                in.skipBytes(MOST_MESSAGE_BYTES);
                cause = in.readLong();
            }
            case EXPECTING, NUMBERED_FROM -> number = in.readLong();
            case VERSION -> version = in.readString();
            case REFUSED -> {
                cause = in.readLong();
                in.readString();
            }
            case KNOWN -> {
                number = in.readLong();
                outgoing = in.readLong();
                activeNs = in.readLong();
                loggedOnNs = in.readLong();
                cause = in.readLong();
                version = in.readString();
            }
            case OPERATED -> {
                order = in.readLong();
                String operation = in.readString();
                String outcome = in.readString();
                number = JournalStore.effect(FixOperations.Kind.valueOf(operation), outcome);
            }
            case LOGGED_ON, LOGGED_OUT -> {
                // only the session
            }
        }
    }

    FixJournal.Kind kind() {
        return kind;
    }

    /**
     * Returns the number of a message, or the number that is expected next, or the effect of an
     * operation; 0 where the call has none.
     */
    long number() {
        return number;
    }

    /** Returns the call of the application that is named; {@link Index#NONE} where none is. */
    long cause() {
        return cause;
    }

    /** Returns the order of an operator that is named; {@link Index#NONE} where none is. */
    long order() {
        return order;
    }

    /** Returns the number of the next message that is sent, for {@code KNOWN}. */
    long outgoing() {
        return outgoing;
    }

    /** Returns when something was kept last, for {@code KNOWN}. */
    long activeNs() {
        return activeNs;
    }

    /** Returns when Logons were exchanged, for {@code KNOWN}. */
    long loggedOnNs() {
        return loggedOnNs;
    }

    /** Returns the application version, for {@code VERSION} and {@code KNOWN}. */
    String version() {
        return version;
    }
}
