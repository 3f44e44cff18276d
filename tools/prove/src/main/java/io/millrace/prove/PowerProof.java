package io.millrace.prove;

import io.millrace.journal.Appender;
import io.millrace.journal.Durability;
import io.millrace.journal.FailPoint;
import io.millrace.journal.FaultInjector;
import io.millrace.journal.FrameBatch;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.Ownership;
import io.millrace.journal.VerifyReport;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Writes a journal on a {@link SimulatedDisk}, cuts the power, opens the rest, and again, a few times for each seed.
 * After each loss: the journal opens; what was acknowledged as synced is there; what is there is what was written,
 * without a hole; nothing torn is delivered; readers agree; a period that was put in force is, and opens as it was
 * written; the files are sound. In half of the seeds the journal has shared ownership, and so claims. And no index is
 * ever given twice, where the journal was opened {@code SYNCED}: opened {@code MAPPED}, a segment file can vanish
 * without a trace.
 *
 * <p>A seed fixes all choices of the simulator. The threads of the journal run freely, so two runs of a seed may differ
 * in what they had reached.
 */
final class PowerProof {

    private static final int GENERATIONS = 3;
    private static final int MESSAGES = 2_500;
    private static final int MOST_EVENTS = 400;

    private final Path directory;
    private final long seed;
    private final Consumer<String> progress;

    PowerProof(Path directory, long seed, Consumer<String> progress) {
        this.directory = directory;
        this.seed = seed;
        this.progress = progress;
    }

    ProofReport run(int seeds) throws IOException {
        ProofReport report = new ProofReport("power", seed, seeds, directory, progress);
        for (int i = 0; i < seeds; i++) {
            Path scratch = Files.createDirectories(directory.resolve("seed-" + (seed + i)));
            try {
                new Run(scratch, seed + i, report).run();
                DirectoryTrees.delete(scratch);
            } catch (ProofException | JournalException e) {
                report.fail(seed + i, "directory=" + scratch, e);
            }
            report.ran();
        }
        return report;
    }

    /** All generations of one seed. */
    private static final class Run {
        private final Path scratch;
        private final long seed;
        private final ProofReport report;
        private final SplittableRandom random;
        private final JournalOptions options;
        private final boolean strict;

        /** What may still be there, by index. */
        private NavigableMap<Long, Long> expected = new TreeMap<>();

        private long highest = Index.NONE;
        private long acknowledged = Index.NONE;
        private long periods;
        private long sequence;

        Run(Path scratch, long seed, ProofReport report) {
            this.scratch = scratch;
            this.seed = seed;
            this.report = report;
            this.random = new SplittableRandom(seed);
            this.strict = random.nextInt(4) != 0;
            this.options = JournalOptions.defaults()
                    .withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES)
                    .withDurability(strict ? Durability.SYNCED : Durability.MAPPED)
                    .withOwnership(random.nextBoolean() ? Ownership.SHARED : Ownership.SINGLE);
        }

        void run() throws IOException {
            Path live = scratch.resolve("0");
            Files.createDirectories(live);
            for (int generation = 1; generation <= GENERATIONS; generation++) {
                Path image = scratch.resolve(Integer.toString(generation));
                SimulatedDisk disk = new SimulatedDisk(live, random.split(), 1 + random.nextInt(MOST_EVENTS), image);
                write(live, disk);
                disk.cut();
                NavigableMap<Long, Long> given = disk.given();
                expected.putAll(given);
                acknowledged = Math.max(acknowledged, disk.acknowledged());
                periods = Math.max(periods, disk.opened());
                if (!given.isEmpty()) {
                    highest = Math.max(highest, given.lastKey());
                }
                report.count("losses of power", 1);
                report.count("messages given before them", given.size());
                check(image, scratch.resolve(generation + "-opened"));
                live = image;
            }
        }

        private void write(Path live, SimulatedDisk disk) {
            try (Journal journal = Journal.open(live, options, disk);
                    Appender appender = journal.appender();
                    Arena arena = Arena.ofConfined()) {
                MemorySegment message = arena.allocate(Message.MAX_BYTES, Long.BYTES);
                for (int i = 0; i < MESSAGES && !disk.isCut(); i++) {
                    if (random.nextInt(4) == 0) {
                        batch(appender, disk);
                    } else {
                        int length = Message.write(message, 0, seed, 0, sequence);
                        gave(disk, appender.append(message, 0, length));
                    }
                    acknowledge(journal, appender, disk);
                }
            }
        }

        private void batch(Appender appender, SimulatedDisk disk) {
            FrameBatch batch = appender.batch();
            int frames = 1 + random.nextInt(4);
            for (int i = 0; i < frames; i++) {
                long offset = batch.begin(FrameKind.DATA, Message.MAX_BYTES);
                batch.end(Message.write(batch.memory(), offset, seed, 0, sequence + i));
            }
            appender.publish(Appender.ANY_SEGMENT);
            for (int i = 0; i < frames; i++) {
                gave(disk, batch.index(i));
            }
        }

        private void gave(SimulatedDisk disk, long index) {
            disk.gave(index, sequence);
            sequence++;
            if (strict && index <= highest) {
                throw new ProofException(
                        "an index was given twice index=" + Index.toText(index) + " highest=" + Index.toText(highest));
            }
        }

        private void acknowledge(Journal journal, Appender appender, SimulatedDisk disk) {
            int choice = random.nextInt(40);
            if (choice == 0) {
                appender.awaitSynced(appender.lastIndex());
                disk.acknowledged(appender.lastIndex());
            } else if (choice == 1) {
                appender.onSynced(appender.lastIndex(), disk::acknowledged);
            } else if (choice == 2 && random.nextInt(8) == 0 && options.ownership() == Ownership.SINGLE) {
                disk.opened(PeriodFrames.open(journal, appender, sequence).number());
            }
        }

        private void check(Path image, Path opened) throws IOException {
            DirectoryTrees.copyFlat(image, opened);
            UUID run = new UUID(random.nextLong(), random.nextLong() | 1);
            List<ReadMessage> readings;
            try (Journal journal = Journal.open(opened, options, new AnotherRun(run))) {
                readings = ReadMessage.all(opened, seed);
                PeriodFrames.check(journal, periods, readings);
            }
            compare(readings);
            VerifyReport verified = JournalVerifier.verify(opened);
            if (!verified.isSound()) {
                throw new ProofException("the files are damaged after recovery findings=" + verified.findings());
            }
            report.count("messages there after them", readings.size());
            TreeMap<Long, Long> left = new TreeMap<>();
            readings.forEach(reading -> left.put(reading.index(), reading.sequence()));
            expected = left;
        }

        /** Checks that the messages are a prefix of those that were appended, and contain all that were synced. */
        private void compare(List<ReadMessage> readings) {
            int at = 0;
            for (Map.Entry<Long, Long> gift : expected.entrySet()) {
                if (at == readings.size()) {
                    if (gift.getKey() <= acknowledged) {
                        throw new ProofException("a synced message is lost index=" + Index.toText(gift.getKey())
                                + " synced=" + Index.toText(acknowledged));
                    }
                    return;
                }
                ReadMessage reading = readings.get(at);
                if (reading.index() != gift.getKey() || reading.sequence() != gift.getValue()) {
                    throw new ProofException("a message differs from the one written expectedIndex="
                            + Index.toText(gift.getKey()) + " actualIndex=" + Index.toText(reading.index())
                            + " expectedSequence=" + gift.getValue() + " actualSequence=" + reading.sequence());
                }
                at++;
            }
            for (ReadMessage reading : readings.subList(at, readings.size())) { // was in flight
                highest = Math.max(highest, reading.index());
            }
        }
    }

    /** An injector that does nothing, in another run of the machine. */
    private record AnotherRun(UUID machineRun) implements FaultInjector {
        @Override
        public void reached(FailPoint step) {}
    }
}
