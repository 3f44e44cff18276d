package io.millrace.replication;

import io.millrace.memory.Directories;
import io.millrace.memory.MemoryException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.zip.CRC32C;

/**
 * The state of a member in the file {@code replication.state} of the journal's directory. The file is replaced as a
 * whole: a crash leaves the former or the new one.
 *
 * <pre>
 *    0  "MILLREP" and a line feed
 *    8  int version 2          12  int length n of the state
 *   16  the state: long copy id, epoch, byte role, long highest segment led, byte whole, byte 1 and the configuration
 *       or byte 0; fields as in messages; then, from version 2 on, long when this file was created, nanoseconds since
 *       1970, or 0 where the file system does not know that
 * 16+n  int CRC-32C of all bytes before
 * </pre>
 *
 * All numbers are big endian, as in messages. A file that was copied, with its journal, from a backup or to another
 * volume has another time of creation than it says: {@link #isRestored}.
 */
public final class FileMemberStore implements MemberStore {

    /** The name of the file. */
    public static final String FILE = "replication.state";

    /** The state that is being written; a writer that opens the journal meanwhile deletes only its own such files. */
    static final String NEXT = FILE + ".next";

    private static final long MAGIC = 0x4d494c4c5245500aL;
    private static final int VERSION = 2;
    private static final int WITHOUT_CREATION = 1;
    private static final long UNKNOWN = 0;
    private static final long NS_PER_SECOND = 1_000_000_000;
    private static final int HEAD_BYTES = 16;
    private static final int SUM_BYTES = 4;
    private static final int LARGEST_BYTES = 1 << 17;

    private final Path directory;
    private final Path file;

    /** Creates a store for the member whose journal is in a directory; nothing is read or written yet. */
    public FileMemberStore(Path directory) {
        this.directory = directory;
        this.file = directory.resolve(FILE);
    }

    /** Returns whether a directory has the state of a member. */
    public static boolean exists(Path directory) {
        return Files.exists(directory.resolve(FILE));
    }

    /**
     * Returns what was written last, or the state of a new member.
     *
     * @throws ReplicationException if the file cannot be read, or is not the state of a member
     */
    @Override
    public MemberState read() {
        Content content = content();
        return content == null ? MemberState.fresh(new SecureRandom().nextLong() | 1) : content.state();
    }

    @Override
    public boolean isRestored() {
        Content content = content();
        if (content == null || content.createdNs() == UNKNOWN) {
            return false;
        }
        try {
            return createdNs(file) != content.createdNs();
        } catch (IOException e) {
            throw new ReplicationException(
                    "cannot read the state of a member file=" + file + " reason=" + ErrorReason.of(e), e);
        }
    }

    private static long createdNs(Path of) throws IOException {
        Instant created = Files.readAttributes(of, BasicFileAttributes.class)
                .creationTime()
                .toInstant();
        return created.getEpochSecond() * NS_PER_SECOND + created.getNano();
    }

    /** What the file has; {@code createdNs} is when it was created where it was written, or unknown. */
    private record Content(MemberState state, long createdNs) {}

    /** Returns what the file has, or null if there is none. */
    private Content content() {
        byte[] bytes;
        try {
            long sizeBytes = Files.size(file);
            if (sizeBytes > LARGEST_BYTES) {
                throw damaged("size", HEAD_BYTES + "-" + LARGEST_BYTES, sizeBytes);
            }
            bytes = Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new ReplicationException(
                    "cannot read the state of a member file=" + file + " reason=" + ErrorReason.of(e), e);
        }
        return decode(bytes);
    }

    private Content decode(byte[] bytes) {
        if (bytes.length < HEAD_BYTES + SUM_BYTES) {
            throw damaged("size", HEAD_BYTES + SUM_BYTES, bytes.length);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long magic = buffer.getLong();
        if (magic != MAGIC) {
            throw damaged("magic", "0x" + Long.toHexString(MAGIC), "0x" + Long.toHexString(magic));
        }
        int version = buffer.getInt();
        if (version < WITHOUT_CREATION || version > VERSION) {
            throw new ReplicationException("unknown version of the state of a member file=" + file + " version="
                    + version + " known=" + WITHOUT_CREATION + "-" + VERSION);
        }
        int length = buffer.getInt();
        if (length != bytes.length - HEAD_BYTES - SUM_BYTES) {
            throw damaged("length", bytes.length - HEAD_BYTES - SUM_BYTES, length);
        }
        int sum = buffer.getInt(HEAD_BYTES + length);
        int expected = sum(bytes, HEAD_BYTES + length);
        if (sum != expected) {
            throw damaged("checksum", "0x" + Integer.toHexString(expected), "0x" + Integer.toHexString(sum));
        }
        FieldReader reader = new FieldReader(buffer.slice(HEAD_BYTES, length));
        MemberState state = new MemberState(
                reader.int64(),
                reader.epoch(),
                reader.flag("role") ? Role.SOURCE : Role.COPY,
                reader.int64(),
                reader.flag("flag whole"),
                reader.flag("flag of a configuration") ? reader.configuration() : null);
        long createdNs = version == WITHOUT_CREATION ? UNKNOWN : reader.int64();
        reader.end();
        return new Content(state, createdNs);
    }

    private ReplicationException damaged(String what, Object expected, Object actual) {
        return new ReplicationException("state of a member is damaged file=" + file + " field=" + what + " expected="
                + expected + " actual=" + actual);
    }

    private static int sum(byte[] bytes, int length) {
        CRC32C sum = new CRC32C();
        sum.update(bytes, 0, length);
        return (int) sum.getValue();
    }

    /**
     * Replaces the state.
     *
     * @throws ReplicationException if the file cannot be written; the former state is still there
     */
    @Override
    public void write(MemberState state) {
        Path next = directory.resolve(NEXT);
        try {
            Files.createDirectories(directory);
            Files.deleteIfExists(next);
            try (FileOutputStream stream = new FileOutputStream(next.toFile())) {
                stream.write(encode(state, creationOf(next)));
                stream.getFD().sync();
            }
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
            Directories.force(directory);
        } catch (IOException | MemoryException e) {
            throw new ReplicationException(
                    "cannot write the state of a member file=" + next + " reason=" + ErrorReason.of(e), e);
        }
    }

    /**
     * Returns when a new file was created, or unknown. Where a file system does not keep that, the time of the last
     * change is said instead: so that is changed first, and another one must still be said.
     */
    private static long creationOf(Path of) throws IOException {
        long createdNs = createdNs(of);
        Files.setLastModifiedTime(of, FileTime.from(Instant.EPOCH));
        return createdNs == createdNs(of) ? createdNs : UNKNOWN;
    }

    private static byte[] encode(MemberState state, long createdNs) {
        ByteBuffer buffer = ByteBuffer.allocate(LARGEST_BYTES);
        buffer.putLong(MAGIC).putInt(VERSION).putInt(0);
        FieldWriter writer = new FieldWriter(buffer);
        writer.int64(state.copyId());
        writer.epoch(state.promised());
        writer.flag(state.role() == Role.SOURCE);
        writer.int64(state.highestLed());
        writer.flag(state.whole());
        writer.flag(state.configuration() != null);
        if (state.configuration() != null) {
            writer.configuration(state.configuration());
        }
        writer.int64(createdNs);
        int length = buffer.position() - HEAD_BYTES;
        buffer.putInt(12, length);
        buffer.putInt(sum(buffer.array(), HEAD_BYTES + length));
        byte[] bytes = new byte[buffer.position()];
        buffer.get(0, bytes);
        return bytes;
    }
}
