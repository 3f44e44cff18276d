package io.millrace.prove;

import io.millrace.journal.Appender;
import io.millrace.journal.CopyOrigin;
import io.millrace.journal.CopyWriter;
import io.millrace.journal.FailPoint;
import io.millrace.journal.FaultInjector;
import io.millrace.journal.FrameBatch;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalRuns;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.Mark;
import io.millrace.journal.RunEnd;
import io.millrace.journal.RunRead;
import io.millrace.journal.VerifyReport;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableSet;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * Copies a journal, while it is appended to, to a {@link SimulatedDisk}, cuts the power there, opens the rest, and
 * again, a few times for each seed. After each loss: the copy opens; what it has forced is there; what is there is a
 * prefix of its source, by the hash of every segment; its mark is the end of a batch, so that readers are shown no half
 * of one. At last it is filled again, equals its source, and its files are sound.
 */
final class CopyPowerProof {

    private static final int GENERATIONS = 4;
    private static final int STEPS = 1_200;
    private static final int MOST_EVENTS = 250;
    private static final int MOST_BYTES = 2_000;

    private final Path directory;
    private final long seed;
    private final Consumer<String> progress;

    CopyPowerProof(Path directory, long seed, Consumer<String> progress) {
        this.directory = directory;
        this.seed = seed;
        this.progress = progress;
    }

    ProofReport run(int seeds) throws IOException {
        ProofReport report = new ProofReport("copy-power", seed, seeds, directory, progress);
        for (int i = 0; i < seeds; i++) {
            Path scratch = Files.createDirectories(directory.resolve("seed-" + (seed + i)));
            try (Run run = Run.open(scratch, seed + i, report)) {
                run.run();
            } catch (ProofException | JournalException e) {
                report.fail(seed + i, "directory=" + scratch, e);
                report.ran();
                continue;
            }
            DirectoryTrees.delete(scratch);
            report.ran();
        }
        return report;
    }

    /** All generations of one seed. */
    private static final class Run implements AutoCloseable {
        private static final JournalOptions OPTIONS =
                JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES);

        private final Path scratch;
        private final long seed;
        private final ProofReport report;
        private final SplittableRandom random;
        private final Journal source;
        private final Appender appender;
        private final JournalRuns runs;

        /** The boundaries between batches. */
        private final NavigableSet<Long> betweenBatches = new TreeSet<>();

        private long sequence;
        private long forced;

        private Run(Path scratch, long seed, ProofReport report, Journal source, Appender appender, JournalRuns runs) {
            this.scratch = scratch;
            this.seed = seed;
            this.report = report;
            this.random = new SplittableRandom(seed);
            this.source = source;
            this.appender = appender;
            this.runs = runs;
        }

        static Run open(Path scratch, long seed, ProofReport report) {
            Journal source = Journal.open(scratch.resolve("source"), OPTIONS);
            return new Run(scratch, seed, report, source, source.appender(), source.runs());
        }

        void run() throws IOException {
            Path live = scratch.resolve("0");
            CopyOrigin origin = new CopyOrigin(source.id(), System.currentTimeMillis(), 0, 0);
            CopyWriter.create(live, origin, OPTIONS).close();
            for (int generation = 1; generation <= GENERATIONS; generation++) {
                Path image = scratch.resolve(Integer.toString(generation));
                SimulatedDisk disk = new SimulatedDisk(live, random.split(), 1 + random.nextInt(MOST_EVENTS), image);
                try (CopyWriter copy = CopyWriter.open(live, OPTIONS, disk)) {
                    fill(copy, disk);
                }
                disk.cut();
                report.count("losses of power", 1);
                check(image, scratch.resolve(generation + "-opened"));
                live = image;
            }
            refill(live);
        }

        private void fill(CopyWriter copy, SimulatedDisk disk) {
            for (int step = 0; step < STEPS && !disk.isCut(); step++) {
                append();
                if (random.nextInt(3) != 0) {
                    copyRun(copy);
                }
                if (random.nextInt(30) == 0) {
                    long end = copy.force();
                    if (!disk.isCut()) {
                        forced = Math.max(forced, end);
                    }
                }
            }
        }

        private void append() {
            FrameBatch batch = appender.batch();
            int frames = 1 + random.nextInt(4);
            for (int i = 0; i < frames; i++) {
                long offset = batch.begin(FrameKind.DATA, Message.MAX_BYTES);
                batch.end(Message.write(batch.memory(), offset, seed, 0, sequence++));
            }
            appender.publish(Appender.ANY_SEGMENT);
            betweenBatches.add(runs.end());
        }

        /** Copies one run in parts, and raises the mark to its end. */
        private void copyRun(CopyWriter copy) {
            RunRead read = runs.next(copy.end(), 1 + random.nextInt(MOST_BYTES));
            if (!runs.hasSegment()) {
                return;
            }
            if (Index.position(copy.end()) == 0 || runs.length() > 0) {
                copy.beginSegment(runs.prologue(), runs.begunMs());
            }
            while (read == RunRead.FRAMES) {
                MemorySegment part = runs.memory().asSlice(runs.offset(), runs.length());
                RunEnd end = runs.runEnd();
                copy.write(runs.boundary(), part, end, runs.timeMs());
                if (end == RunEnd.ENDS) {
                    report.count("runs", 1);
                    copy.setMark(Mark.asAsked(copy.end()));
                    betweenBatches.add(copy.end()); // after an end mark it is not the source's end at any time
                    return;
                }
                read = runs.next(runs.nextBoundary(), 1 + random.nextInt(MOST_BYTES));
            }
        }

        private void check(Path image, Path opened) throws IOException {
            DirectoryTrees.copyFlat(image, opened);
            UUID machineRun = new UUID(random.nextLong(), random.nextLong() | 1);
            try (CopyWriter copy = CopyWriter.open(opened, OPTIONS, new AnotherRun(machineRun))) {
                if (copy.end() < forced) {
                    throw new ProofException("forced frames of a copy are lost end=" + Index.toText(copy.end())
                            + " forced=" + Index.toText(forced));
                }
                comparePrefix(copy);
                long mark = copy.mark().boundary();
                if (mark > 0 && !betweenBatches.contains(mark)) {
                    throw new ProofException(
                            "the mark of a copy is within a batch after a loss of power mark=" + Index.toText(mark));
                }
                if (mark > copy.end()) {
                    throw new ProofException("the mark of a copy is after its end mark=" + Index.toText(mark) + " end="
                            + Index.toText(copy.end()));
                }
            }
            List<ReadMessage> readings = ReadMessage.all(opened, seed);
            for (int i = 0; i < readings.size(); i++) {
                if (readings.get(i).sequence() != i) {
                    throw new ProofException("a copy shows another message than its source index="
                            + Index.toText(readings.get(i).index()) + " expected=" + i + " actual="
                            + readings.get(i).sequence());
                }
            }
            report.count("messages shown after them", readings.size());
            checkSound(opened);
        }

        private void comparePrefix(CopyWriter copy) {
            long last = Index.segment(copy.end());
            for (long segment = 0; segment < last; segment++) {
                compare("segment=" + segment, runs.hashOfSegment(segment), copy.hashOfSegment(segment));
            }
            if (Index.position(copy.end()) != 0) {
                compare("end=" + Index.toText(copy.end()), runs.hash(copy.end()), copy.hash(copy.end()));
            }
        }

        private static void compare(String where, long expected, long actual) {
            if (expected != actual) {
                throw new ProofException("a copy differs from its source " + where + " expected=0x"
                        + Long.toHexString(expected) + " actual=0x" + Long.toHexString(actual));
            }
        }

        private void refill(Path live) throws IOException {
            UUID machineRun = new UUID(random.nextLong(), random.nextLong() | 1);
            try (CopyWriter copy = CopyWriter.open(live, OPTIONS, new AnotherRun(machineRun))) {
                while (copy.end() != runs.end()) {
                    copyRun(copy);
                }
                copy.setMark(Mark.asAsked(copy.end()));
                comparePrefix(copy);
            }
            long read = ReadMessage.all(live, seed).size();
            if (read != sequence) {
                throw new ProofException(
                        "a copy that was filled lacks messages expected=" + sequence + " actual=" + read);
            }
            report.count("messages copied", sequence);
            checkSound(live);
        }

        private static void checkSound(Path copy) {
            VerifyReport verified = JournalVerifier.verify(copy);
            if (!verified.isSound()) {
                throw new ProofException("the files are damaged after recovery findings=" + verified.findings());
            }
        }

        @Override
        public void close() {
            runs.close();
            appender.close();
            source.close();
        }
    }

    /** An injector that does nothing, in another run of the machine. */
    private record AnotherRun(UUID machineRun) implements FaultInjector {
        @Override
        public void reached(FailPoint step) {}
    }
}
