package io.millrace.transactions;

import io.millrace.memory.Directories;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * Keeps one file for each pending decision, in a directory. The files are slots that are created once and reused, so
 * that a decision is one forced write of a sector; there are as many as decisions were ever pending at once.
 *
 * <p>Decisions that do not fit in a slot, outcomes, and the number of the start have files of their own, written under
 * another name, forced, renamed, and the directory forced. Such a file is one record and the CRC32C of it and of the
 * file's name, so that a file under a wrong name is noticed.
 */
public final class FileDecisionStore extends TableStore {

    private static final String INCARNATION = "incarnation";
    private static final String IDENTITY = "identity";
    private static final String SLOT = ".slot";
    private static final String DECISION = ".decision";
    private static final String HEURISTIC = ".heuristic";
    private static final String UNFINISHED = ".new";
    private static final long MAX_FILE_BYTES = 1 << 20;

    private final Path directory;
    private final StoreLock lock;
    private final ConcurrentLinkedDeque<DecisionSlot> free = new ConcurrentLinkedDeque<>();
    private final Map<GlobalId, DecisionSlot> used = new ConcurrentHashMap<>();
    private final AtomicInteger slots = new AtomicInteger();
    private long logId;

    private FileDecisionStore(Path directory, StoreLock lock) {
        super(new DecisionTable());
        this.directory = directory;
        this.lock = lock;
    }

    /**
     * Opens a store, and counts one more start.
     *
     * @param directory where the files are; it is made if it is not there
     * @throws TransactionLogException if the directory cannot be used, another process has it open, or a file in it is
     *     damaged
     */
    public static FileDecisionStore open(Path directory) {
        FileDecisionStore store = null;
        try {
            store = new FileDecisionStore(directory, StoreLock.take(directory));
            store.load();
            return store;
        } catch (IOException e) {
            closeQuietly(store, e);
            throw failed("cannot open decision store", directory, e);
        } catch (RuntimeException | Error e) {
            closeQuietly(store, e);
            throw e;
        }
    }

    private static void closeQuietly(FileDecisionStore store, Throwable cause) {
        if (store != null) {
            try {
                store.close();
            } catch (RuntimeException | Error e) {
                cause.addSuppressed(e);
            }
        }
    }

    private void load() throws IOException {
        List<Path> files;
        try (Stream<Path> listed = Files.list(directory)) {
            files = listed.toList();
        }
        for (Path file : files) {
            String name = file.getFileName().toString();
            if (name.endsWith(UNFINISHED)) {
                Files.delete(file); // an unfinished write, never acknowledged as durable
            } else if (name.endsWith(SLOT)) {
                loadSlot(file, name);
            } else if (isOwnFile(name)) {
                DecisionRecord.read(read(file), "file=" + file, table);
            }
        }
        identify();
        long number = table.incarnation() + 1;
        write(INCARNATION, DecisionRecord.incarnation(number));
        table.started(number);
    }

    private void identify() throws IOException {
        Path file = directory.resolve(IDENTITY);
        if (!Files.exists(file)) {
            long random = ThreadLocalRandom.current().nextLong() | 1;
            write(IDENTITY, ByteBuffer.allocate(Long.BYTES).putLong(random).flip());
        }
        ByteBuffer record = read(file);
        if (record.remaining() != Long.BYTES) {
            throw new TransactionLogException("identity of a decision store has an invalid size file=" + file
                    + " expected=" + Long.BYTES + " actual=" + record.remaining());
        }
        logId = record.getLong();
    }

    @Override
    public long logId() {
        return logId;
    }

    /** Returns whether a directory has files of such a store. */
    static boolean isIn(Path directory) {
        return Files.exists(directory.resolve(INCARNATION));
    }

    /** Reads the current content of a store, also while its owner works. */
    static void readOnly(Path directory, DecisionTable table) throws IOException {
        List<Path> files;
        try (Stream<Path> listed = Files.list(directory)) {
            files = listed.toList();
        }
        for (Path file : files) {
            String name = file.getFileName().toString();
            if (name.endsWith(SLOT)) {
                ByteBuffer record = DecisionSlot.read(file);
                if (record.hasRemaining()) {
                    DecisionRecord.read(record, "file=" + file, table);
                }
            } else if (isOwnFile(name)) {
                DecisionRecord.read(read(file), "file=" + file, table);
            }
        }
    }

    private static boolean isOwnFile(String name) {
        return name.endsWith(DECISION) || name.endsWith(HEURISTIC) || name.equals(INCARNATION);
    }

    private void loadSlot(Path file, String name) throws IOException {
        ByteBuffer record = DecisionSlot.read(file);
        slots.accumulateAndGet(number(file, name) + 1, Math::max);
        DecisionSlot slot = DecisionSlot.open(file);
        if (record.hasRemaining()) {
            GlobalId transaction = DecisionRecord.decision(record, "file=" + file);
            used.put(transaction, slot);
            DecisionRecord.read(record, "file=" + file, table);
        } else {
            free.push(slot);
        }
    }

    private static int number(Path file, String name) {
        try {
            return Integer.parseInt(name.substring(0, name.length() - SLOT.length()));
        } catch (NumberFormatException e) {
            throw new TransactionLogException("slot name is not a number file=" + file, e);
        }
    }

    private static ByteBuffer read(Path file) throws IOException {
        long size = Files.size(file);
        if (size < Integer.BYTES || size > MAX_FILE_BYTES) {
            throw new TransactionLogException(
                    "record file has an invalid size file=" + file + " offset=" + size + " size=" + size);
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        ByteBuffer record = bytes.slice(0, bytes.capacity() - Integer.BYTES);
        int expected = checksum(file.getFileName().toString(), record);
        int actual = bytes.getInt(record.capacity());
        if (actual != expected) {
            throw new TransactionLogException("record has a wrong checksum file=" + file + " offset="
                    + record.capacity() + " expected=0x"
                    + Integer.toHexString(expected) + " actual=0x" + Integer.toHexString(actual));
        }
        return record;
    }

    private static int checksum(String name, ByteBuffer record) {
        CRC32C crc = new CRC32C();
        crc.update(name.getBytes(StandardCharsets.UTF_8));
        crc.update(record.duplicate());
        return (int) crc.getValue();
    }

    /** Writes a separate file. It uses no channel, since an interrupt would close one. */
    private void write(String name, ByteBuffer record) throws IOException {
        Path unfinished = directory.resolve(name + UNFINISHED);
        byte[] bytes = new byte[record.remaining() + Integer.BYTES];
        ByteBuffer.wrap(bytes).put(record.duplicate()).putInt(checksum(name, record));
        try (RandomAccessFile file = new RandomAccessFile(unfinished.toFile(), "rw")) {
            file.setLength(bytes.length);
            file.write(bytes);
            file.getFD().sync();
        }
        Files.move(unfinished, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        Directories.force(directory);
    }

    @Override
    public void record(Decision decision) {
        ByteBuffer record = DecisionRecord.of(decision);
        try {
            if (record.remaining() <= DecisionSlot.MAX_RECORD_BYTES) {
                DecisionSlot slot = slot();
                slot.fill(record);
                used.put(decision.transaction(), slot);
            } else {
                write(decision.transaction() + DECISION, record);
            }
        } catch (IOException e) {
            throw failed("decision may or may not be recorded transaction=" + decision.transaction(), directory, e);
        }
        table.decided(decision);
    }

    @Override
    void replace(Decision decision) {
        ByteBuffer record = DecisionRecord.of(decision);
        DecisionSlot slot = used.get(decision.transaction());
        try {
            if (slot == null) {
                write(decision.transaction() + DECISION, record);
            } else {
                slot.fill(record);
            }
        } catch (IOException e) {
            throw failed("decision may or may not be replaced transaction=" + decision.transaction(), directory, e);
        }
        table.decided(decision);
    }

    /** Returns a free slot; after a failed write it is not free any more. */
    private DecisionSlot slot() throws IOException {
        DecisionSlot slot = free.poll();
        if (slot == null) {
            String name = slots.getAndIncrement() + SLOT;
            slot = DecisionSlot.make(directory.resolve(name), directory.resolve(name + UNFINISHED));
            Directories.force(directory);
        }
        return slot;
    }

    @Override
    public void forget(GlobalId transaction) {
        if (table.forget(transaction)) {
            DecisionSlot slot = used.remove(transaction);
            if (slot == null) {
                delete(transaction + DECISION);
                return;
            }
            try {
                slot.free();
            } catch (IOException e) {
                throw failed("cannot free slot transaction=" + transaction, directory, e);
            }
            free.push(slot);
        }
    }

    @Override
    public void forgetOutcome(GlobalId transaction) {
        if (table.forgetOutcome(transaction)) {
            delete(transaction + HEURISTIC);
        }
    }

    private void delete(String name) {
        try {
            Files.deleteIfExists(directory.resolve(name));
        } catch (IOException e) {
            throw failed("cannot delete record name=" + name, directory, e);
        }
    }

    @Override
    public void keep(HeuristicOutcome outcome) {
        try {
            write(outcome.transaction() + HEURISTIC, DecisionRecord.of(outcome));
        } catch (IOException e) {
            throw failed("cannot store outcome transaction=" + outcome.transaction(), directory, e);
        }
        table.keep(outcome);
    }

    @Override
    public void close() {
        try (lock) {
            for (DecisionSlot slot : free) {
                slot.close();
            }
            for (DecisionSlot slot : used.values()) {
                slot.close();
            }
        } catch (IOException e) {
            throw failed("cannot close decision files", directory, e);
        }
    }

    private static TransactionLogException failed(String what, Path directory, IOException cause) {
        return new TransactionLogException(what + " directory=" + directory + " reason=" + cause, cause);
    }
}
