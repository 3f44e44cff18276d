package io.millrace.prove;

import io.millrace.journal.Durability;
import io.millrace.journal.FailPoint;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.VerifyReport;
import io.millrace.map.MapChanges;
import io.millrace.map.MapException;
import io.millrace.map.MapFollower;
import io.millrace.map.MapOptions;
import io.millrace.map.MapPoint;
import io.millrace.map.PersistentMap;
import io.millrace.map.YamlMap;
import io.millrace.memory.Access;
import io.millrace.memory.MappedFile;
import io.millrace.memory.Memory;
import io.millrace.prove.SharingOperations.Change;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A map that two or three processes change at once, each killed or stopped a few times, in the middle of a change too.
 * This process follows the log: conditions hold where they were decided, outcomes are those of the log, and what has
 * returned is there. At the end readers, another writer and an owner have what the log leads to. Used by one thread.
 */
final class SharingRound {

    /** The steps at which a writer stands: others depend on what it has claimed, or has not done yet. */
    private static final List<String> STEPS = List.of(
            FailPoint.CLAIMED.name(),
            FailPoint.CLAIMED.name(),
            FailPoint.CLAIM_COPIED.name(),
            FailPoint.CLAIM_COPIED.name(),
            FailPoint.CLAIM_COPIED.name(),
            FailPoint.BATCH_PUBLISHED.name(),
            FailPoint.NEXT_SEGMENT_READY.name(),
            FailPoint.SEGMENT_ENDED.name(),
            FailPoint.PERIOD_OPENED.name(),
            MapPoint.CHANGE_PUBLISHED.name(),
            MapPoint.ENTRY_KEPT.name(),
            MapPoint.COMPACTION_RECORDED.name());

    private static final int CHANGES = 700;
    private static final int PROCESSES = 3;
    private static final long PAUSE_NS = 500_000;
    private static final String FORGOTTEN = "compaction has removed changes";

    private final Path scratch;
    private final long seed;
    private final ProofReport report;
    private final SplittableRandom random;
    private final Durability durability;
    private final SharingOperations operations;
    private final SharingHistory history;
    private final List<SharingWriter> writers = new ArrayList<>();
    private final List<MappedFile> outcomes = new ArrayList<>();
    private final List<Change> together = new ArrayList<>();
    private final MapChanges<String, String> changes = new MapChanges<>() {
        @Override
        public void put(String key, String value) {
            together.add(new Change(key, value));
        }

        @Override
        public void removed(String key) {
            together.add(new Change(key, null));
        }
    };

    /**
     * Creates a round.
     *
     * @param main the class of the writers: {@link MapSharer}, or one with a flaw
     */
    SharingRound(Path scratch, long seed, Class<?> main, ProofReport report) {
        this.scratch = scratch;
        this.seed = seed;
        this.report = report;
        this.random = new SplittableRandom(seed);
        this.durability = random.nextInt(4) == 0 ? Durability.SYNCED : Durability.MAPPED;
        int count = 2 + random.nextInt(2);
        this.operations = new SharingOperations(seed);
        this.history = new SharingHistory(operations, count);
        for (int writer = 0; writer < count; writer++) {
            writers.add(new SharingWriter(scratch, main, seed, writer, CHANGES, durability, random.split(), report));
        }
    }

    private Path map() {
        return scratch.resolve("journal");
    }

    void run() throws IOException, InterruptedException {
        MapOptions options = MapSharer.options(seed, Durability.MAPPED);
        PersistentMap.open(map(), String.class, String.class, options).close();
        for (int writer = 0; writer < writers.size(); writer++) {
            outcomes.add(outcomes(writer));
        }
        try (PersistentMap<String, String> reader =
                        PersistentMap.openReadOnly(map(), String.class, String.class, options);
                MapFollower<String, String> follower = reader.follow(-1)) {
            for (SharingWriter writer : writers) {
                writer.start(STEPS, PROCESSES);
            }
            boolean ended = false;
            while (!ended) {
                ended = writers.stream().allMatch(SharingWriter::hasEnded);
                follow(follower);
                step();
                LockSupport.parkNanos(PAUSE_NS);
            }
            history.checkRemovals();
            check(reader);
        } catch (MapException e) {
            if (!e.getMessage().startsWith(FORGOTTEN)) {
                throw e;
            }
            report.count("histories forgotten", 1);
        } finally {
            writers.forEach(SharingWriter::close);
            outcomes.forEach(MappedFile::close);
        }
    }

    private MappedFile outcomes(int writer) throws IOException {
        Path file = MapSharer.outcomes(scratch, writer);
        long bytes = (long) CHANGES * Long.BYTES;
        try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
            access.setLength(bytes);
        }
        return MappedFile.open(file, Access.READ_ONLY, 0, bytes);
    }

    /** Reads the log to its end, and checks what had returned before. */
    private void follow(MapFollower<String, String> follower) {
        long[] returned = writers.stream().mapToLong(SharingWriter::returned).toArray();
        while (follower.poll(changes) > 0) {
            history.accept(together);
            together.clear();
        }
        for (int writer = 0; writer < returned.length; writer++) {
            MappedFile told = outcomes.get(writer);
            history.check(
                    writer, returned[writer], number -> Memory.getLongAcquire(told.segment(), number * Long.BYTES));
        }
    }

    private void step() throws IOException, InterruptedException {
        for (SharingWriter writer : writers) {
            boolean othersRun = writers.stream().anyMatch(other -> other != writer && other.isRunning());
            boolean next = writer.step(
                    () -> writers.stream()
                            .filter(other -> other != writer)
                            .mapToLong(SharingWriter::returned)
                            .sum(),
                    othersRun);
            if (next) {
                writer.start(STEPS, PROCESSES);
            }
        }
    }

    private void check(PersistentMap<String, String> reader) {
        checkHolds(reader, "reader");
        MapOptions options = MapSharer.options(seed, Durability.MAPPED);
        try (PersistentMap<String, String> other = PersistentMap.open(map(), String.class, String.class, options)) {
            checkHolds(other, "another writer");
        }
        try (PersistentMap<String, String> owner =
                PersistentMap.open(map(), String.class, String.class, MapWork.options(seed, Durability.MAPPED))) {
            checkHolds(owner, "owner");
        }
        try (YamlMap yaml = YamlMap.openReadOnly(map(), options)) {
            yaml.check();
        }
        VerifyReport verified = JournalVerifier.verify(map());
        if (!verified.isSound()) {
            throw new ProofException("the files are damaged findings=" + verified.findings());
        }
        report.count("changes of several writers", history.changes());
    }

    private void checkHolds(PersistentMap<String, String> map, String where) {
        Map<String, String> contents = MapModel.contents(map);
        if (!contents.equals(history.state())) {
            throw new ProofException("a map holds something else than its log leads to where=" + where + " size="
                    + contents.size() + " expected=" + history.state().size());
        }
        MapModel.checkLookups(map, contents);
    }
}
