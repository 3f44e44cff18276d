package io.millrace.prove;

import io.millrace.journal.Appender;
import io.millrace.journal.FrameBatch;
import io.millrace.journal.FrameKind;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalDamagedException;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.JournalRepair;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.journal.VerifyReport;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Flips single bits of each kind that the format has in copies of an intact journal, and makes runs of zeros in copies
 * of one that was never synced, and checks: the verifier finds every one, no reader delivers a message that was not
 * written or ends before the last one without an error, no writer continues after zeros, and a repaired copy has every
 * message but those that were hit, at its index.
 */
final class CorruptProof {

    private static final int MESSAGES = 2_000;
    private static final int MAPPED_SEGMENT_BYTES = 1 << 20;

    /** The messages are the same in every run, so that a run is the same alone and among others. */
    private static final long MESSAGES_SEED = 1;

    private final Path directory;
    private final long seed;
    private final Consumer<String> progress;

    CorruptProof(Path directory, long seed, Consumer<String> progress) {
        this.directory = directory;
        this.seed = seed;
        this.progress = progress;
    }

    /** Runs the proof; the number of a run, counted from the seed, fixes the kind and number of the bit. */
    ProofReport run(int runs) throws IOException {
        DamageKind[] classes = DamageKind.values();
        ProofReport report = new ProofReport("corrupt", seed, runs, directory, progress);
        Path sound = directory.resolve("sound");
        write(sound);
        List<ReadMessage> written = ReadMessage.all(sound, MESSAGES_SEED);
        Path mapped = directory.resolve("mapped");
        writeMapped(mapped);
        List<ReadMessage> writtenMapped = ReadMessage.all(mapped, MESSAGES_SEED);
        VerifyReport clean = JournalVerifier.verify(sound);
        if (!clean.findings().isEmpty()) {
            report.fail(
                    seed,
                    "the sound journal",
                    new ProofException(clean.findings().toString()));
            return report;
        }
        for (long runSeed = seed; runSeed < seed + runs; runSeed++) {
            DamageKind bits = classes[(int) Math.floorMod(runSeed, (long) classes.length)];
            Path damaged = directory.resolve("seed-" + runSeed);
            boolean isMapped = bits == DamageKind.ZERO_RUN;
            try {
                DirectoryTrees.copyFlat(isMapped ? mapped : sound, damaged);
                List<ReadMessage> whole = isMapped ? writtenMapped : written;
                DamageKind.Place place = bits.choose(new SplittableRandom(runSeed), whole);
                damage(damaged, place);
                check(damaged, bits, whole, lost(bits, place, whole));
                report.count("found: " + bits, 1);
                DirectoryTrees.delete(damaged);
            } catch (ProofException | JournalException e) {
                report.fail(runSeed, "bits=" + bits + " directory=" + damaged, e);
            }
            report.ran();
        }
        return report;
    }

    private void write(Path journalDirectory) {
        JournalOptions options = JournalOptions.defaults().withSegmentSizeBytes(JournalOptions.MIN_SEGMENT_SIZE_BYTES);
        try (Journal journal = Journal.open(journalDirectory, options);
                Appender appender = journal.appender()) {
            FrameBatch batch = appender.batch();
            for (long sequence = 0; sequence < MESSAGES; sequence += 2) {
                for (int i = 0; i < 2; i++) {
                    long offset = batch.begin(FrameKind.DATA, Message.MAX_BYTES);
                    batch.end(Message.write(batch.memory(), offset, MESSAGES_SEED, 0, sequence + i));
                }
                appender.publish(Appender.ANY_SEGMENT);
                journal.position("reader").set(appender.lastIndex());
            }
            appender.awaitSynced(appender.lastIndex());
            journal.position("reader").set(appender.lastIndex());
        }
        Journal.open(journalDirectory, options).close(); // which leaves no segment that is merely prepared
    }

    /** Writes a journal without forcing, all of it in one open segment. */
    private void writeMapped(Path journalDirectory) {
        JournalOptions options = JournalOptions.defaults().withSegmentSizeBytes(MAPPED_SEGMENT_BYTES);
        try (Journal journal = Journal.open(journalDirectory, options);
                Appender appender = journal.appender();
                Arena arena = Arena.ofConfined()) {
            MemorySegment message = arena.allocate(Message.MAX_BYTES, Long.BYTES);
            for (long sequence = 0; sequence < MESSAGES; sequence++) {
                int length = Message.write(message, 0, MESSAGES_SEED, 0, sequence);
                appender.append(message, 0, length);
            }
        }
    }

    private static void damage(Path journalDirectory, DamageKind.Place place) throws IOException {
        Path file = journalDirectory.resolve(place.file());
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.seek(place.bit() >>> 3);
            if (place.zeroBytes() > 0) {
                access.write(new byte[place.zeroBytes()]);
                return;
            }
            int before = access.read();
            access.seek(place.bit() >>> 3);
            access.write(before ^ (1 << (place.bit() & 7)));
        }
    }

    private static int lost(DamageKind bits, DamageKind.Place place, List<ReadMessage> written) {
        if (bits != DamageKind.ZERO_RUN) {
            return bits.hitsAMessage() ? 1 : 0;
        }
        int lost = 0;
        for (int i = 0; i + 1 < written.size(); i++) {
            long index = written.get(i).index();
            long bytes = Index.position(written.get(i + 1).index()) - Index.position(index);
            lost += place.covers(index, bytes) ? 1 : 0;
        }
        return lost;
    }

    private void check(Path damaged, DamageKind bits, List<ReadMessage> written, int lost) throws IOException {
        VerifyReport report = JournalVerifier.verify(damaged);
        if (report.findings().isEmpty()) {
            throw new ProofException("a flipped bit was not found bits=" + bits);
        }
        Set<ReadMessage> known = new HashSet<>(written);
        readNothingWrong(damaged, known, written.size());
        if (bits == DamageKind.ZERO_RUN) {
            refuseWriting(damaged);
        }
        Path repaired = damaged.resolveSibling(damaged.getFileName() + "-repaired");
        JournalRepair.repair(damaged, repaired);
        List<ReadMessage> kept = ReadMessage.all(repaired, MESSAGES_SEED);
        if (kept.size() != written.size() - lost || !known.containsAll(kept)) {
            throw new ProofException("a repaired copy lacks messages expected=" + (written.size() - lost) + " actual="
                    + kept.size() + " bits=" + bits);
        }
        VerifyReport again = JournalVerifier.verify(repaired);
        if (!again.findings().isEmpty()) {
            throw new ProofException("a repaired copy is not intact findings=" + again.findings());
        }
        DirectoryTrees.delete(repaired);
    }

    private static void refuseWriting(Path damaged) {
        try (Journal _ = Journal.open(damaged, JournalOptions.defaults())) {
            throw new ProofException("a writer continues in a damaged journal");
        } catch (JournalDamagedException e) {
            if (e.getMessage() == null) {
                throw new ProofException("an error without a message", e);
            }
        }
    }

    /** Reads to the end, or until an exception reports damage. */
    private void readNothingWrong(Path damaged, Set<ReadMessage> known, int all) {
        try (Journal journal = Journal.openReadOnly(damaged);
                Tailer tailer = journal.tailer();
                Arena arena = Arena.ofConfined()) {
            MemorySegment copy = arena.allocate(Message.MAX_BYTES, Long.BYTES);
            int delivered = 0;
            while (tailer.read() == Read.MESSAGE) {
                delivered++;
                boolean whole = tailer.length() <= Message.MAX_BYTES
                        && Message.isWhole(tailer.segment(), tailer.offset(), tailer.length(), MESSAGES_SEED);
                if (whole) {
                    MemorySegment.copy(tailer.segment(), tailer.offset(), copy, 0, tailer.length());
                    whole = known.contains(new ReadMessage(tailer.index(), 0, Message.sequence(copy, 0)));
                }
                if (!whole) {
                    throw new ProofException("a damaged message was delivered index=" + Index.toText(tailer.index()));
                }
            }
            if (delivered < all) {
                throw new ProofException("a reader ended without an error before the last message expected=" + all
                        + " actual=" + delivered);
            }
        } catch (JournalException e) {
            if (e.getMessage() == null) {
                throw new ProofException("an error without a message", e);
            }
        }
    }
}
