package io.millrace.prove;

import io.millrace.journal.FailPoint;
import io.millrace.journal.FaultInjector;
import io.millrace.journal.Index;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * The content of the disk below a running journal, if the power fails now.
 *
 * <p>It keeps, for every file, the bytes that were forced or that the system has happened to write back, and the names
 * that were in the directory when that was forced. When the power fails, each 512-byte sector of a file is
 * independently either the one in memory or the one on the disk, and each name exists as now or as before: in any order
 * and any subset. Forced bytes count as on the disk when the force begins, which is before it is acknowledged. Any
 * thread may call.
 */
final class SimulatedDisk implements FaultInjector {

    private static final int SECTOR_BYTES = 512;
    private static final int WRITE_BACK_ONE_IN = 8;

    private final Path directory;
    private final SplittableRandom random;
    private final UUID run;
    private final Path image;
    private final Map<Object, byte[]> durable = new HashMap<>();
    private final Map<String, Object> entries = new HashMap<>();
    private final TreeMap<Long, Long> given = new TreeMap<>();

    private int eventsLeft;
    private boolean cut;
    private long acknowledged = Index.NONE;
    private long opened;

    /**
     * Starts with everything in the directory on the disk.
     *
     * @param events after how many steps and forces the power fails
     * @param image where to store the content of the disk then
     */
    SimulatedDisk(Path directory, SplittableRandom random, int events, Path image) throws IOException {
        this.directory = directory;
        this.random = random;
        this.eventsLeft = events;
        this.image = image;
        this.run = new UUID(random.nextLong(), random.nextLong() | 1);
        if (Files.exists(directory)) {
            for (Path file : DirectoryTrees.files(directory)) {
                durable.put(key(file), Files.readAllBytes(file));
                entries.put(file.getFileName().toString(), key(file));
            }
        }
    }

    @Override
    public void reached(FailPoint step) {
        reached();
    }

    /** Acts on a point that a thread has reached; at each the power may fail. */
    synchronized void reached() {
        event();
    }

    @Override
    public synchronized void forcing(Path file, MemorySegment content, long offset, long length) {
        event();
        if (cut) {
            return;
        }
        byte[] onDisk = durable.getOrDefault(key(file), new byte[0]); // it may have been shorter until now
        byte[] bytes = Arrays.copyOf(onDisk, Math.max(onDisk.length, (int) content.byteSize()));
        durable.put(key(file), bytes);
        long from = offset / SECTOR_BYTES * SECTOR_BYTES;
        long to = Math.min(bytes.length, (offset + length + SECTOR_BYTES - 1) / SECTOR_BYTES * SECTOR_BYTES);
        MemorySegment.copy(content.asSlice(from, to - from), 0, MemorySegment.ofArray(bytes), from, to - from);
    }

    @Override
    public synchronized void forced(Path forcedDirectory) {
        if (!cut) {
            entries.clear();
            entries.putAll(listing());
            event();
        }
    }

    @Override
    public UUID machineRun() {
        return run;
    }

    /** Notes that the journal has given a message its index. */
    synchronized void gave(long index, long sequence) {
        if (!cut) {
            given.put(index, sequence);
        }
    }

    /** Notes that the journal has reported everything up to an index as synced. */
    synchronized void acknowledged(long index) {
        if (!cut) {
            acknowledged = Math.max(acknowledged, index);
        }
    }

    /** Notes that the journal has put a period in force. */
    synchronized void opened(long period) {
        if (!cut) {
            opened = Math.max(opened, period);
        }
    }

    /** Returns how many periods were in force before the power failed. */
    synchronized long opened() {
        return opened;
    }

    synchronized boolean isCut() {
        return cut;
    }

    /** Returns the messages appended before the power failed, by index. */
    synchronized NavigableMap<Long, Long> given() {
        return new TreeMap<>(given);
    }

    synchronized long acknowledged() {
        return acknowledged;
    }

    /** Cuts the power, unless it has failed already. */
    synchronized void cut() {
        if (!cut) {
            cut = true;
            try {
                writeImage();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write image directory=" + image, e);
            }
        }
    }

    private void event() {
        if (cut) {
            return;
        }
        eventsLeft--;
        if (eventsLeft <= 0) {
            cut();
        } else if (random.nextInt(WRITE_BACK_ONE_IN) == 0) {
            writeBack();
        }
    }

    /** Writes some sectors of one file back, as the operating system may do at any time. */
    private void writeBack() {
        Object[] names = listing().keySet().toArray();
        if (names.length > 0) {
            Path file = directory.resolve((String) names[random.nextInt(names.length)]);
            Object key = keyOrNull(file);
            if (key != null) {
                byte[] present = read(file);
                byte[] before = durable.get(key);
                durable.put(key, mixed(present, before == null ? new byte[present.length] : before));
            }
        }
    }

    private void writeImage() throws IOException {
        Files.createDirectories(image);
        Map<String, Object> present = listing();
        Map<Object, Path> paths = new HashMap<>();
        present.forEach((name, key) -> paths.put(key, directory.resolve(name)));
        TreeSet<String> names = new TreeSet<>(present.keySet());
        names.addAll(entries.keySet());
        for (String name : names) {
            Object key = random.nextBoolean() ? present.get(name) : entries.get(name);
            if (key != null) {
                Files.write(image.resolve(name), content(key, paths.get(key)));
            }
        }
    }

    private byte[] content(Object key, Path path) {
        byte[] onDisk = durable.get(key);
        if (path == null) {
            return onDisk == null ? new byte[0] : onDisk;
        }
        byte[] present = read(path);
        if (onDisk == null && random.nextInt(4) == 0) {
            return new byte[random.nextInt(present.length + 1)]; // not even its size was written
        }
        return mixed(present, onDisk == null ? new byte[present.length] : onDisk);
    }

    /** Takes each sector from one of the two: mostly, seldom, or in half of the cases from the first. */
    private byte[] mixed(byte[] present, byte[] onDisk) {
        byte[] mixed = present.clone();
        int mode = random.nextInt(4);
        int outOf1000 = mode == 0 ? 0 : mode == 1 ? 1000 : random.nextInt(1001);
        for (int at = 0; at < mixed.length; at += SECTOR_BYTES) {
            int length = Math.min(SECTOR_BYTES, mixed.length - at);
            if (random.nextInt(1000) >= outOf1000) {
                int left = Math.min(length, onDisk.length - at);
                Arrays.fill(mixed, at, at + length, (byte) 0);
                if (left > 0) {
                    System.arraycopy(onDisk, at, mixed, at, left);
                }
            }
        }
        return mixed;
    }

    private Map<String, Object> listing() {
        Map<String, Object> listing = new TreeMap<>();
        try {
            for (Path file : DirectoryTrees.files(directory)) {
                Object key = keyOrNull(file);
                if (key != null) { // else it was renamed since the directory was read
                    listing.put(file.getFileName().toString(), key);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read directory=" + directory, e);
        }
        return listing;
    }

    private static byte[] read(Path file) {
        try (FileInputStream stream = new FileInputStream(file.toFile())) {
            return stream.readAllBytes();
        } catch (FileNotFoundException e) {
            return new byte[0];
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read file=" + file, e);
        }
    }

    private static Object key(Path file) {
        Object key = keyOrNull(file);
        if (key == null) {
            throw new ProofException("a file that is forced does not exist file=" + file);
        }
        return key;
    }

    private static Object keyOrNull(Path file) {
        try {
            Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            return key == null ? file.toAbsolutePath() : key;
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot find file=" + file, e);
        }
    }

    /** Returns a byte of a file as it is on the disk. */
    synchronized byte durableByte(Path file, int offset) {
        byte[] bytes = durable.get(key(file));
        return bytes == null ? 0 : bytes[offset];
    }
}
