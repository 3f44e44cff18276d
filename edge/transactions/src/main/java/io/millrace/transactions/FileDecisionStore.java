package io.millrace.transactions;

import io.millrace.memory.Directories;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A file for each decision, in a directory: written under another name, forced, renamed, and the directory forced. Slow
 * and simple; what is pending can be seen with {@code ls}.
 *
 * <p>A file is one record and the CRC32C of it and of the file's name, so that a file under a wrong name is noticed.
 */
public final class FileDecisionStore extends TableStore {

    private static final String LOCK = "owner.lock";
    private static final String INCARNATION = "incarnation";
    private static final String DECISION = ".decision";
    private static final String HEURISTIC = ".heuristic";
    private static final String UNFINISHED = ".new";
    private static final long MAX_FILE_BYTES = 1 << 20;

    private final Path directory;
    private final FileChannel lockChannel;

    private FileDecisionStore(Path directory, FileChannel lockChannel) {
        super(new DecisionTable());
        this.directory = directory;
        this.lockChannel = lockChannel;
    }

    /**
     * Opens a store, and counts one more start.
     *
     * @param directory where the files are; it is made if it is not there
     * @throws TransactionLogException if the directory cannot be used, another process has it open, or a file in it is
     *     damaged
     */
    public static FileDecisionStore open(Path directory) {
        FileChannel channel = null;
        try {
            Files.createDirectories(directory);
            channel = FileChannel.open(
                    directory.resolve(LOCK),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
            lock(directory, channel);
            FileDecisionStore store = new FileDecisionStore(directory, channel);
            store.load();
            return store;
        } catch (IOException e) {
            close(channel);
            throw failed("The directory of decisions cannot be used", directory, e);
        } catch (RuntimeException e) {
            close(channel);
            throw e;
        }
    }

    private static void lock(Path directory, FileChannel channel) throws IOException {
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // another store of this process has it; the lock stays null
        }
        if (lock == null) {
            throw new TransactionLogException("The directory of decisions is in use: directory=" + directory + " by="
                    + Files.readString(directory.resolve(LOCK)).strip());
        }
        String owner = "process " + ProcessHandle.current().pid() + " since " + java.time.Instant.now() + "\n";
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(owner.getBytes(StandardCharsets.UTF_8)), 0);
    }

    private void load() throws IOException {
        List<Path> files;
        try (Stream<Path> listed = Files.list(directory)) {
            files = listed.toList();
        }
        for (Path file : files) {
            String name = file.getFileName().toString();
            if (name.endsWith(UNFINISHED)) {
                Files.delete(file); // a write that never ended: nobody was told that it was durable
            } else if (name.endsWith(DECISION) || name.endsWith(HEURISTIC) || name.equals(INCARNATION)) {
                DecisionRecord.read(read(file), "file=" + file, table);
            }
        }
        long number = table.incarnation() + 1;
        write(INCARNATION, DecisionRecord.incarnation(number));
        table.started(number);
    }

    private static ByteBuffer read(Path file) throws IOException {
        long size = Files.size(file);
        if (size < Integer.BYTES || size > MAX_FILE_BYTES) {
            throw new TransactionLogException("The file has a size that no record has: file=" + file + " size=" + size);
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
        ByteBuffer record = bytes.slice(0, bytes.capacity() - Integer.BYTES);
        int expected = checksum(file.getFileName().toString(), record);
        int actual = bytes.getInt(record.capacity());
        if (actual != expected) {
            throw new TransactionLogException("The record does not have its checksum: file=" + file + " expected=0x"
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

    private void write(String name, ByteBuffer record) throws IOException {
        Path unfinished = directory.resolve(name + UNFINISHED);
        ByteBuffer bytes = ByteBuffer.allocate(record.remaining() + Integer.BYTES);
        bytes.put(record.duplicate()).putInt(checksum(name, record)).flip();
        try (FileChannel channel = FileChannel.open(
                unfinished,
                StandardOpenOption.CREATE,
                StandardOpenOption.TRUNCATE_EXISTING,
                StandardOpenOption.WRITE)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(unfinished, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
        Directories.force(directory);
    }

    @Override
    public void record(Decision decision) {
        try {
            write(decision.transaction() + DECISION, DecisionRecord.of(decision));
        } catch (IOException e) {
            throw failed("The decision " + decision.transaction() + " may or may not be recorded", directory, e);
        }
        table.decided(decision);
    }

    @Override
    public void forget(GlobalId transaction) {
        if (table.forget(transaction)) {
            delete(transaction + DECISION);
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
            throw failed("The record " + name + " cannot be deleted", directory, e);
        }
    }

    @Override
    public void keep(HeuristicOutcome outcome) {
        try {
            write(outcome.transaction() + HEURISTIC, DecisionRecord.of(outcome));
        } catch (IOException e) {
            throw failed("The outcome of " + outcome.transaction() + " cannot be kept", directory, e);
        }
        table.keep(outcome);
    }

    @Override
    public void close() {
        close(lockChannel);
    }

    private static void close(FileChannel channel) {
        if (channel != null) {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static TransactionLogException failed(String what, Path directory, IOException cause) {
        return new TransactionLogException(what + ": directory=" + directory + " reason=" + cause, cause);
    }
}
