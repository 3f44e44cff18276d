package io.millrace.replication;

import io.millrace.journal.Durability;
import io.millrace.journal.Epoch;
import io.millrace.journal.JournalId;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the fields of messages from a peer that is not trusted: each length is checked before anything is created. */
final class FieldReader {

    private static final int MEMBER_BYTES = 13;
    private static final int SPAN_BYTES = 25;
    private static final int SHORT_MASK = 0xffff;

    private final ByteBuffer source;

    FieldReader(ByteBuffer source) {
        this.source = source;
    }

    /** Checks that everything was read. */
    void end() {
        if (source.hasRemaining()) {
            throw new ReplicationException("message has bytes after its last field bytes=" + source.remaining());
        }
    }

    private void need(int bytes) {
        if (source.remaining() < bytes) {
            throw new ReplicationException(
                    "message ends within a field needed=" + bytes + " left=" + source.remaining());
        }
    }

    long int64() {
        need(Long.BYTES);
        return source.getLong();
    }

    int int32() {
        need(Integer.BYTES);
        return source.getInt();
    }

    int int8(int most, String what) {
        need(1);
        int value = source.get() & 0xff;
        if (value > most) {
            throw new ReplicationException(what + " must be at most " + most + " value=" + value);
        }
        return value;
    }

    boolean flag(String what) {
        return int8(1, what) == 1;
    }

    String text(int longest, String what) {
        byte[] bytes = bytes(longest, what);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new ReplicationException(what + " must be UTF-8 bytes=" + bytes.length);
        }
    }

    byte[] bytes(int longest, String what) {
        need(Short.BYTES);
        int length = source.getShort() & SHORT_MASK;
        if (length > longest) {
            throw new ReplicationException(what + " is too long bytes=" + length + " most=" + longest);
        }
        need(length);
        byte[] bytes = new byte[length];
        source.get(bytes);
        return bytes;
    }

    private int count(int most, int elementBytes, String what) {
        need(Short.BYTES);
        int count = source.getShort() & SHORT_MASK;
        if (count > most) {
            throw new ReplicationException("too many " + what + " count=" + count + " most=" + most);
        }
        need(count * elementBytes);
        return count;
    }

    JournalId id() {
        return new JournalId(int64(), int64());
    }

    Epoch epoch() {
        long round = int64();
        if (round < 0) {
            throw new ReplicationException("round of an epoch must be 0 or more round=" + round);
        }
        return new Epoch(round, int8(Epoch.MAX_LEADER, "leader of an epoch"));
    }

    ConfigurationVersion version() {
        return new ConfigurationVersion(epoch(), int64());
    }

    LogOrigin origin() {
        return new LogOrigin(id(), int64(), segment(), int64(), int64(), int64());
    }

    long segment() {
        long segment = int64();
        if (segment < 0 || segment > Integer.MAX_VALUE) {
            throw new ReplicationException(
                    "number of a segment must be 0 to " + Integer.MAX_VALUE + " segment=" + segment);
        }
        return segment;
    }

    long position() {
        long position = int64();
        if (position < 0) {
            throw new ReplicationException("position must be 0 or more position=" + position);
        }
        return position;
    }

    /** Returns the number of a period, from 1. */
    long periodNumber() {
        long number = int64();
        if (number < 1) {
            throw new ReplicationException("number of a period must be 1 or more number=" + number);
        }
        return number;
    }

    long removedFrames() {
        long frames = int64();
        if (frames < 0) {
            throw new ReplicationException("number of removed frames must be 0 or more frames=" + frames);
        }
        return frames;
    }

    EpochTable epochs() {
        int count = count(EpochTable.LONGEST, SPAN_BYTES, "epochs");
        List<EpochSpan> spans = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            spans.add(new EpochSpan(segment(), epoch(), position()));
        }
        return new EpochTable(spans);
    }

    Configuration configuration() {
        ConfigurationVersion version = version();
        int nextNumber = int8(Epoch.MAX_LEADER + 1, "next number of a member");
        boolean afterLoss = flag("flag after loss");
        MemberSet present = set();
        MemberSet previous = flag("flag of a previous set") ? set() : null;
        return new Configuration(version, present, previous, nextNumber, afterLoss);
    }

    private MemberSet set() {
        int count = int8(MemberSet.LARGEST - 1, "count of copies");
        Durability level = flag("level") ? Durability.SYNCED : Durability.MAPPED;
        int size = int8(MemberSet.LARGEST, "number of members");
        need(size * MEMBER_BYTES);
        List<MemberEntry> members = new ArrayList<>(size);
        for (int i = 0; i < size; i++) {
            int number = int8(Epoch.MAX_LEADER, "number of a member");
            long copyId = int64();
            String name = text(MemberEntry.LONGEST_NAME, "name of a member");
            String address = text(MemberEntry.LONGEST_ADDRESS, "address of a member");
            members.add(new MemberEntry(number, name, address, copyId));
        }
        return new MemberSet(members, count, level);
    }

    MemberStatus status() {
        long copyId = int64();
        Epoch promised = epoch();
        Role role = flag("role") ? Role.SOURCE : Role.COPY;
        boolean whole = flag("flag whole");
        long certain = position();
        EpochTable epochs = epochs();
        return new MemberStatus(
                copyId,
                promised,
                role,
                whole,
                certain,
                epochs,
                flag("flag of a configuration") ? configuration() : null);
    }
}
