package io.millrace.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.fixtures.Await;
import io.millrace.journal.FailPoint;
import io.millrace.journal.Frames;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalFullException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.Ownership;
import io.millrace.journal.SeekResult;
import io.millrace.leaks.Lane;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.DeclaredValue;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.Wire;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Neither a loss of power nor a full disk in the middle of a compaction loses an entry or brings one back. */
@Tag("proof")
@Tag("process")
class CompactionFailuresTest {

    private static final MapOptions SMALL = MapOptions.defaults().withSegmentSizeBytes(1 << 16);
    private static final int KEYS = 120;

    @TempDir
    Path scratch;

    private static PersistentMap<String, String> open(Path dir) {
        return PersistentMap.open(dir, String.class, String.class, SMALL);
    }

    private static Map<String, String> held(PersistentMap<String, String> map) {
        Map<String, String> found = new HashMap<>();
        map.forEach(found::put);
        assertEquals(found.size(), map.size());
        found.forEach((key, value) -> assertEquals(value, map.get(key)));
        return found;
    }

    /** A put, or a removal where the value is null. */
    private record Step(String key, String value) {

        static Step of(Random random) {
            // the first keys are seldom changed, so that compaction must put them again
            int number = random.nextInt(20) == 0 ? random.nextInt(KEYS) : KEYS / 2 + random.nextInt(KEYS / 2);
            return new Step("k" + number, random.nextInt(10) == 0 ? null : "v".repeat(150) + random.nextInt(1_000));
        }

        void make(PersistentMap<String, String> map) {
            if (value == null) {
                map.remove(key);
            } else {
                map.put(key, value);
            }
        }

        void make(Map<String, String> model) {
            if (value == null) {
                model.remove(key);
            } else {
                model.put(key, value);
            }
        }
    }

    @Test
    void afterALossOfPowerTheMapIsAsAfterSomeChange() throws IOException {
        for (int round = 0; round < Lane.rounds(3); round++) {
            long seed = System.nanoTime();
            System.out.println("seed=" + seed);
            Random random = new Random(seed);
            Path dir = scratch.resolve("map" + round);
            Path copy = Files.createDirectory(scratch.resolve("copy" + round));
            List<Step> steps = new ArrayList<>();
            try (PersistentMap<String, String> map = open(dir)) {
                int most = 3_000 + random.nextInt(3_000);
                Await.until("old files are removed", () -> {
                    for (int i = 0; i < 100 && steps.size() < most; i++) {
                        Step step = Step.of(random);
                        step.make(map);
                        steps.add(step);
                    }
                    return Files.notExists(dir.resolve("00000000.segment"));
                });
                copy(dir, copy);
            }
            losePower(copy);
            Journal.open(copy, JournalOptions.defaults().withOwnership(Ownership.SINGLE), new OtherRun())
                    .close();
            try (PersistentMap<String, String> map = open(copy)) {
                Map<String, String> found = held(map);
                Map<String, String> model = new HashMap<>();
                boolean matches = false;
                for (Step step : steps) {
                    step.make(model);
                    matches |= model.equals(found);
                }
                assertTrue(matches, "FAILED seed=" + seed + " keys=" + found.size());
            }
        }
    }

    @Test
    void aPeriodIsInForceOnlyOnceWhatReplacesTheOlderSegmentsIsSynced() throws IOException {
        for (int round = 0; round < Lane.rounds(3); round++) {
            long seed = System.nanoTime();
            System.out.println("seed=" + seed);
            Random random = new Random(seed);
            Path dir = scratch.resolve("held" + round);
            JournalOptions owned =
                    JournalOptions.defaults().withOwnership(Ownership.SINGLE).withSegmentSizeBytes(1 << 16);
            try (Journal journal = Journal.open(dir, owned)) {
                journal.position("reader"); // it keeps all segments, so that each copy of the files is whole
            }
            Images images = new Images(dir, Files.createDirectory(scratch.resolve("images" + round)));
            List<Step> steps = new ArrayList<>();
            try (PersistentMap<String, String> map =
                    PersistentMap.open(dir, String.class, String.class, SMALL, images)) {
                Await.until("periods are in force", () -> {
                    for (int i = 0; i < 200; i++) {
                        Step step = Step.of(random);
                        step.make(map);
                        steps.add(step);
                        if (random.nextInt(30) == 0) { // so that older frames are synced, and the newest are not
                            map.sync();
                            images.synced = steps.size();
                        }
                    }
                    return images.isDone();
                });
            }
            for (Image image : images.taken()) {
                losePower(image.files);
                Journal.open(image.files, owned, new OtherRun()).close();
                try (PersistentMap<String, String> map = open(image.files)) {
                    Map<String, String> found = held(map);
                    Map<String, String> model = new HashMap<>();
                    boolean matches = false;
                    for (int made = 0; made < steps.size(); made++) {
                        steps.get(made).make(model);
                        matches |= made + 1 >= image.synced && model.equals(found);
                    }
                    assertTrue(matches, "FAILED seed=" + seed + " files=" + image.files + " keys=" + found.size());
                }
            }
        }
    }

    /** The files at one moment, and how many steps were synced before. */
    private record Image(Path files, int synced) {}

    /**
     * Copies the files when a period has come into force: what its segments lack then is lost with the power, since
     * retention may have removed the segments before. The thread that syncs waits meanwhile; what the thread that
     * changes the map still writes is after the synced index, and lost.
     */
    private static final class Images implements MapFaultInjector {
        private static final int MOST = 4;

        private final Path from;
        private final Path to;
        private final List<Image> taken = new ArrayList<>();
        private Throwable failure;

        /** How many steps are synced. */
        volatile int synced;

        Images(Path from, Path to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public synchronized void reached(FailPoint point) {
            if (point == FailPoint.PERIOD_OPENED && taken.size() < MOST && failure == null) {
                int steps = synced;
                Path files = to.resolve(Integer.toString(taken.size()));
                try {
                    copyTableFirst(from, Files.createDirectory(files));
                    taken.add(new Image(files, steps));
                } catch (IOException | RuntimeException e) {
                    failure = e;
                }
            }
        }

        synchronized boolean isDone() {
            return taken.size() == MOST || failure != null;
        }

        synchronized List<Image> taken() {
            if (failure != null) {
                throw new AssertionError("the files could not be copied", failure);
            }
            return List.copyOf(taken);
        }

        private static void copyTableFirst(Path from, Path to) throws IOException {
            Files.copy(from.resolve("journal.table"), to.resolve("journal.table"));
            try (DirectoryStream<Path> segments = Files.newDirectoryStream(from, "*.segment")) {
                for (Path segment : segments) {
                    Files.copy(segment, to.resolve(segment.getFileName()));
                }
            }
        }
    }

    /** Stands for a machine that was started again. */
    private static final class OtherRun implements MapFaultInjector {
        @Override
        public void reached(FailPoint point) {}

        @Override
        public UUID machineRun() {
            return new UUID(1, 2);
        }
    }

    /** Copies the segments first: one that is removed meanwhile is then no longer needed by the table. */
    private static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(from)) {
            files = all.filter(Files::isRegularFile)
                    .sorted((one, other) -> Boolean.compare(isTable(one), isTable(other)))
                    .toList();
        }
        for (Path file : files) {
            if (Files.exists(file)) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }

    private static boolean isTable(Path file) {
        return !file.toString().endsWith(".segment");
    }

    /** Removes all that is not recorded as synced; a copy may hold a record that readers have not been shown yet. */
    private static void losePower(Path dir) throws IOException {
        long synced = JournalVerifier.verify(dir).syncedIndex();
        long end;
        try (Journal journal = Journal.openReadOnly(dir);
                Frames frames = journal.frames()) {
            assertEquals(SeekResult.FOUND, frames.at(synced));
            end = (frames.offset() + frames.length() + 7) & -8;
        }
        try (Stream<Path> files = Files.list(dir)) {
            for (Path file : files.filter(each -> !isTable(each)).toList()) {
                long number = Long.parseLong(file.getFileName().toString().replace(".segment", ""));
                if (number > Index.segment(synced)) {
                    Files.delete(file);
                } else if (number == Index.segment(synced)) {
                    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
                        bytes.seek(end);
                        bytes.write(new byte[(int) (bytes.length() - end)]);
                    }
                }
            }
        }
    }

    @Test
    void aFullDiskChangesNothingUntilThereIsSpaceAgain() throws Exception {
        Path mount = Files.createDirectory(scratch.resolve("disk"));
        assumeTrue(run("mount", "-t", "tmpfs", "-o", "size=3m", "none", mount.toString()) == 0, "mounting is allowed");
        try {
            long seed = System.nanoTime();
            System.out.println("seed=" + seed);
            Random random = new Random(seed);
            Path dir = mount.resolve("map");
            Map<String, String> model = new HashMap<>();
            try (PersistentMap<String, String> map = open(dir)) {
                make(map, model, random, 5_000);
                Path ballast = mount.resolve("ballast");
                fill(ballast);
                int refused = 0;
                while (refused < 20) {
                    Step step = Step.of(random);
                    try {
                        step.make(map);
                        step.make(model);
                    } catch (JournalFullException e) {
                        refused++;
                        fill(ballast);
                    }
                }
                assertEquals(model, held(map), "seed=" + seed);
                Files.delete(ballast);
                make(map, model, random, 5_000);
                assertEquals(model, held(map), "seed=" + seed);
            }
            try (PersistentMap<String, String> map = open(dir)) {
                assertEquals(model, held(map), "seed=" + seed);
            }
        } finally {
            run("umount", mount.toString());
        }
    }

    private static void make(PersistentMap<String, String> map, Map<String, String> model, Random random, int steps) {
        for (int i = 0; i < steps; i++) {
            Step step = Step.of(random);
            step.make(map);
            step.make(model);
            if (i % 500 == 0) {
                map.sync();
            }
        }
    }

    /** Takes the rest of the disk. */
    private static void fill(Path ballast) {
        try (OutputStream out = Files.newOutputStream(ballast, StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
            while (true) {
                out.write(new byte[4096]);
            }
        } catch (IOException e) {
            assertTrue(e.getMessage().startsWith("No space"), e::getMessage);
        }
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }

    @Test
    void aRecordOfAnotherJournalFreesNothing() {
        Path dir = scratch.resolve("map");
        MapOptions off = SMALL.withCompaction(Compaction.OFF);
        try (PersistentMap<String, String> map = PersistentMap.open(dir, String.class, String.class, off)) {
            map.put("a", "1");
            for (int i = 0; i < 2_000; i++) {
                map.put("b", "v".repeat(100));
            }
        }
        append(dir, 1);
        append(dir, 1_000);
        for (int opening = 0; opening < 2; opening++) {
            try (PersistentMap<String, String> map = open(dir)) {
                assertEquals("1", map.get("a"));
                map.put("b", "2");
                assertEquals("1", map.get("a"));
                map.sync();
            }
        }
    }

    private static void append(Path dir, long segment) {
        ValuesCodec codec = Wire.closed()
                .values(
                        MapForm.INTERFACE,
                        MapForm.COMPACTED,
                        List.of(
                                new DeclaredValue(MapForm.PARAMETER_VERSION, int.class, Compactor.class),
                                new DeclaredValue(MapForm.PARAMETER_SEGMENT, long.class, Compactor.class)));
        BinaryOutput out = BinaryOutput.allocate(64);
        codec.write(out, MapForm.VERSION, segment);
        try (Channel channel = Channel.journal("map", dir, ChannelOptions.defaults());
                ChannelWriter writer = channel.writer()) {
            writer.call(codec.schema(), out.segment(), out.start(), out.length());
        }
    }
}
