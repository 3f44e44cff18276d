package io.millrace.prove;

import io.millrace.transactions.DecisionStore;
import io.millrace.transactions.FileDecisionStore;
import io.millrace.transactions.GroupCommitDecisionStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;

/** The effects of a power failure and of disk damage on the files of a decision store. */
final class LogDisk {

    static final int SECTOR_BYTES = 512;

    private static final int LOG_BYTES = 2 << 20;
    private static final int BLOCK_BYTES = 4096;
    private static final int LOG_MAGIC = 0x4d54_584c;
    private static final int NUMBER_OFFSET = 16;
    private static final int DURABLE_OFFSET = 24;
    private static final int NEWEST = 4;
    private static final String LOG = ".log";
    private static final String SLOT = ".slot";
    private static final String UNFINISHED = ".new";

    private final SplittableRandom random;
    private final Kind kind;

    /** A real store. */
    enum Kind {
        SERIAL,
        PIPELINED,
        FILES;

        /** Opens the store in a directory. */
        DecisionStore open(Path directory) {
            return switch (this) {
                case SERIAL -> GroupCommitDecisionStore.openPipelined(directory, 1, LOG_BYTES);
                case PIPELINED -> GroupCommitDecisionStore.openPipelined(directory, 4, LOG_BYTES);
                case FILES -> FileDecisionStore.open(directory);
            };
        }
    }

    /**
     * A damage of one sector.
     *
     * @param file its name
     * @param offset of its first byte
     * @param bit which is flipped, from 0 at the first byte; -1 where the whole sector is zeros now
     */
    record Damage(String file, int offset, int bit) {}

    LogDisk(Kind kind, SplittableRandom random) {
        this.kind = kind;
        this.random = random;
    }

    /** Returns the files before the first start: none, or those of a log in its size, which saves the time. */
    SortedMap<String, byte[]> fresh() {
        SortedMap<String, byte[]> files = new TreeMap<>();
        if (kind != Kind.FILES) {
            files.put("decisions-0.log", new byte[LOG_BYTES]);
            files.put("decisions-1.log", new byte[LOG_BYTES]);
        }
        return files;
    }

    /** Reads the files of a directory except its lock file. */
    static SortedMap<String, byte[]> read(Path directory) throws IOException {
        SortedMap<String, byte[]> files = new TreeMap<>();
        for (Path file : DirectoryTrees.files(directory)) {
            String name = file.getFileName().toString();
            if (!name.endsWith(".lock")) {
                files.put(name, Files.readAllBytes(file));
            }
        }
        return files;
    }

    static void write(SortedMap<String, byte[]> files, Path directory) throws IOException {
        Files.createDirectories(directory);
        for (Map.Entry<String, byte[]> file : files.entrySet()) {
            Files.write(directory.resolve(file.getKey()), file.getValue());
        }
    }

    /**
     * Returns the content after a power failure.
     *
     * @param forced the content certainly on the device
     * @param now the content that was written, all of it in flight
     */
    SortedMap<String, byte[]> torn(SortedMap<String, byte[]> forced, SortedMap<String, byte[]> now) {
        SortedMap<String, byte[]> left = new TreeMap<>();
        SortedSet<String> names = new TreeSet<>(forced.keySet());
        names.addAll(now.keySet());
        long completed = completed(forced, now);
        for (String name : names) {
            byte[] old = forced.get(name);
            byte[] latest = now.get(name);
            if (Arrays.equals(old, latest)) {
                left.put(name, latest);
            } else if (old != null && latest != null && name.endsWith(LOG)) {
                left.put(name, tornLog(old, latest, completed));
            } else if (old != null && latest != null && name.endsWith(SLOT)) {
                left.put(name, mixed(old.clone(), latest, 0, latest.length));
            } else if (old != null) {
                byte[] either = random.nextBoolean() ? old : latest; // a rename, or a file that was deleted
                if (either != null) {
                    left.put(name, either);
                }
            } else {
                made(name, latest, left);
            }
        }
        return left;
    }

    private void made(String name, byte[] latest, SortedMap<String, byte[]> left) {
        switch (random.nextInt(3)) {
            case 0 -> left.put(name, latest);
            case 1 -> left.put(name + UNFINISHED, Arrays.copyOf(latest, random.nextInt(latest.length + 1)));
            default -> {} // not even its name is there
        }
    }

    /** Chooses up to which number the batches were complete on the device at the power failure. */
    private long completed(SortedMap<String, byte[]> forced, SortedMap<String, byte[]> now) {
        List<Long> written = new ArrayList<>();
        now.forEach((name, latest) -> {
            byte[] old = forced.get(name);
            for (int block = 0; name.endsWith(LOG) && block < latest.length; block += BLOCK_BYTES) {
                if (differs(old, latest, block, BLOCK_BYTES)) {
                    written.add(ByteBuffer.wrap(latest).getLong(block + NUMBER_OFFSET));
                }
            }
        });
        return written.isEmpty() ? 0 : written.get(random.nextInt(written.size())) - 1;
    }

    /** Tears the batches in flight; later batches had not begun. */
    private byte[] tornLog(byte[] old, byte[] latest, long completed) {
        byte[] left = Arrays.copyOf(old, latest.length);
        ByteBuffer log = ByteBuffer.wrap(latest);
        for (int block = 0; block < latest.length; block += BLOCK_BYTES) {
            if (!differs(old, latest, block, BLOCK_BYTES)) {
                continue;
            }
            if (log.getInt(block) != LOG_MAGIC) {
                throw new ProofException("a batch has more than one block in this run offset=" + block);
            }
            if (log.getLong(block + NUMBER_OFFSET) <= completed) {
                System.arraycopy(latest, block, left, block, BLOCK_BYTES);
            } else if (log.getLong(block + DURABLE_OFFSET) <= completed) {
                mixed(left, latest, block, BLOCK_BYTES);
            }
        }
        return left;
    }

    private static boolean differs(byte[] old, byte[] latest, int at, int length) {
        return !Arrays.equals(old, at, at + length, latest, at, at + length);
    }

    /** Puts any of the newest sectors over the old ones. */
    private byte[] mixed(byte[] old, byte[] latest, int begin, int length) {
        for (int sector = begin; sector < begin + length; sector += SECTOR_BYTES) {
            if (random.nextBoolean()) {
                System.arraycopy(latest, sector, old, sector, Math.min(SECTOR_BYTES, latest.length - sector));
            }
        }
        return old;
    }

    /** Chooses a sector with content, every other time one of the newest, and its damage. */
    Damage damage(SortedMap<String, byte[]> files) {
        List<String> names = files.keySet().stream()
                .filter(name -> !name.endsWith(UNFINISHED))
                .toList();
        String name = names.get(random.nextInt(names.size()));
        byte[] file = files.get(name);
        List<Integer> sectors = new ArrayList<>();
        for (int at = 0; at < file.length; at += SECTOR_BYTES) {
            int end = Math.min(file.length, at + SECTOR_BYTES);
            if (!Arrays.equals(file, at, end, new byte[SECTOR_BYTES], 0, end - at)) {
                sectors.add(at);
            }
        }
        if (sectors.isEmpty()) {
            return null;
        }
        int from = random.nextBoolean() ? Math.max(0, sectors.size() - NEWEST) : 0;
        int sector = sectors.get(random.nextInt(from, sectors.size()));
        int bits = Byte.SIZE * Math.min(SECTOR_BYTES, file.length - sector);
        return new Damage(name, sector, random.nextBoolean() ? random.nextInt(bits) : -1);
    }

    /** Returns the files with damage; the others are the same arrays. */
    static SortedMap<String, byte[]> damaged(SortedMap<String, byte[]> files, Damage damage) {
        byte[] file = files.get(damage.file()).clone();
        int at = damage.offset();
        if (damage.bit() < 0) {
            Arrays.fill(file, at, Math.min(file.length, at + SECTOR_BYTES), (byte) 0);
        } else {
            file[at + damage.bit() / Byte.SIZE] ^= (byte) (1 << (damage.bit() % Byte.SIZE));
        }
        SortedMap<String, byte[]> damaged = new TreeMap<>(files);
        damaged.put(damage.file(), file);
        return damaged;
    }
}
