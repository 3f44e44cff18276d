package io.millrace.prove;

import io.millrace.journal.Durability;
import io.millrace.journal.FailPoint;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.Ownership;
import io.millrace.journal.VerifyReport;
import io.millrace.map.MapException;
import io.millrace.map.MapPoint;
import io.millrace.map.PersistentMap;
import io.millrace.map.YamlMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Kills the owners of maps with SIGKILL, each map twice, at each point of its journal and of its compaction in turn or
 * at random, while this process reads the maps and follows them; and simulates losses of power. Afterwards a map holds
 * what it held after some number of its changes: after all that had returned before a kill, or before a sync that had
 * returned before a loss of power, and of a batch all or nothing. Look-ups find what snapshots have, the files are
 * sound, and the map is changed further. Readers and followers see such states only, and none twice. Maps with several
 * writers are made in {@link SharingRound}.
 *
 * <p>A seed fixes the changes, the points, at which reaching of them a process dies, and all choices of the simulator.
 */
final class MapProof {

    /** How many changes a process makes at most. */
    static final int COUNT = 1_300;

    private static final int AFTER = 700;
    private static final int KILLS = 2;

    /** How many maps one process changes. */
    private static final int GROUP = 6;

    /** One round of so many kills no owners: it is a loss of power, or has several writers, in turn. */
    private static final int POWER_ONE_IN = 4;

    /** Most points are reached a few times by one process, once for each segment. */
    private static final int RARE_HITS = 5;

    /** Points that the only owner of a journal does not reach. */
    private static final Set<FailPoint> OF_OTHERS = Set.of(
            FailPoint.CLAIMED,
            FailPoint.CLAIM_COPIED,
            FailPoint.POSITION_CLAIMED,
            FailPoint.POSITION_NAMED,
            FailPoint.POSITION_MADE,
            FailPoint.POSITION_SPOILED,
            FailPoint.POSITION_STORED);

    private static final Set<String> SYNCING =
            Set.of(FailPoint.DATA_FORCED.name(), FailPoint.SYNCED_RECORDED.name(), FailPoint.SYNC_IDLE.name());

    /** How often the others are reached, about. */
    private static final Map<String, Integer> HITS = Map.of(
            FailPoint.BATCH_COPIED.name(), 150,
            FailPoint.BATCH_PUBLISHED.name(), 150,
            FailPoint.DATA_FORCED.name(), 40,
            FailPoint.SYNCED_RECORDED.name(), 40,
            FailPoint.SYNC_IDLE.name(), 40,
            MapPoint.CHANGE_PUBLISHED.name(), 1_000,
            MapPoint.ENTRY_KEPT.name(), 300);

    private final Path directory;
    private final long seed;
    private final MapFlaw flaw;
    private final Class<?> sharer;
    private final Consumer<String> progress;
    private final List<String> points = points();

    MapProof(Path directory, long seed, Consumer<String> progress) {
        this(directory, seed, MapFlaw.NONE, MapSharer.class, progress);
    }

    /**
     * Creates a proof of a map with a flaw, which must fail.
     *
     * @param sharer the class of the processes that share a map
     */
    MapProof(Path directory, long seed, MapFlaw flaw, Class<?> sharer, Consumer<String> progress) {
        this.sharer = sharer;
        this.directory = directory;
        this.seed = seed;
        this.flaw = flaw;
        this.progress = progress;
    }

    /** Returns the names of the points at which an owner is killed. */
    static List<String> points() {
        return Stream.concat(
                        Arrays.stream(FailPoint.values()).filter(point -> !OF_OTHERS.contains(point)),
                        Arrays.stream(MapPoint.values()))
                .map(Enum::name)
                .toList();
    }

    ProofReport run(int rounds) throws IOException, InterruptedException {
        ProofReport report = new ProofReport("map", seed, rounds, directory, progress);
        List<Long> atPoints = new ArrayList<>();
        List<Long> atRandom = new ArrayList<>();
        for (long runSeed = seed; runSeed < seed + rounds; runSeed++) {
            if (Math.floorMod(runSeed, POWER_ONE_IN) == 0) {
                if (Math.floorMod(runSeed, 2 * POWER_ONE_IN) == 0) {
                    losePower(runSeed, report);
                } else {
                    share(runSeed, report);
                }
                continue;
            }
            List<Long> group = point(runSeed, 0) == null ? atRandom : atPoints;
            group.add(runSeed);
            if (group.size() == GROUP) {
                kill(group, report);
                group.clear();
            }
        }
        kill(atPoints, report);
        kill(atRandom, report);
        return report;
    }

    private void losePower(long runSeed, ProofReport report) throws IOException {
        Path scratch = Files.createDirectories(directory.resolve("seed-" + runSeed));
        try {
            new MapPowerRound(scratch, runSeed, flaw, report).run();
            DirectoryTrees.delete(scratch);
        } catch (ProofException | JournalException | MapException e) {
            report.fail(runSeed, "loss of power directory=" + scratch, e);
        }
        report.ran();
    }

    private void share(long runSeed, ProofReport report) throws IOException, InterruptedException {
        Path scratch = Files.createDirectories(directory.resolve("seed-" + runSeed));
        try {
            new SharingRound(scratch, runSeed, sharer, report).run();
            DirectoryTrees.delete(scratch);
        } catch (ProofException | JournalException | MapException e) {
            report.fail(runSeed, "several writers directory=" + scratch, e);
        }
        report.ran();
    }

    /** Returns the point at which a process is killed for a seed; null for a random moment. */
    private String point(long runSeed, int kill) {
        int all = points.size() + 1;
        int first = Math.floorMod(runSeed / POWER_ONE_IN * (POWER_ONE_IN - 1) + runSeed % POWER_ONE_IN - 1, all);
        if (first == points.size()) {
            return null;
        }
        return points.get((first + kill * 5) % points.size());
    }

    static int hits(String point) {
        return point == null ? 1 : HITS.getOrDefault(point, RARE_HITS);
    }

    private CrashPlan plan(long runSeed, int kill) throws IOException {
        SplittableRandom random = new SplittableRandom(runSeed * KILLS + kill);
        String point = point(runSeed, kill);
        boolean synced = (point != null && SYNCING.contains(point)) || random.nextInt(4) == 0;
        return new CrashPlan(
                Files.createDirectories(directory.resolve("seed-" + runSeed)),
                Ownership.SINGLE,
                synced ? Durability.SYNCED : Durability.MAPPED,
                runSeed,
                0,
                COUNT,
                point,
                1 + random.nextInt(hits(point)));
    }

    /** Kills the processes that change the maps of some seeds, and checks each map after each kill. */
    private void kill(List<Long> seeds, ProofReport report) throws IOException, InterruptedException {
        if (seeds.isEmpty()) {
            return;
        }
        List<MapRound> rounds = new ArrayList<>();
        for (long runSeed : seeds) {
            rounds.add(new MapRound(plan(runSeed, 0), flaw));
        }
        for (int kill = 0; kill < KILLS; kill++) {
            List<CrashPlan> plans = new ArrayList<>();
            List<MapRound> left = rounds.stream().filter(MapRound::isSound).toList();
            for (MapRound round : left) {
                plans.add(plan(round.seed(), kill));
                round.writeWork();
            }
            if (!plans.isEmpty()) {
                kill(left, plans, report);
            }
        }
        for (MapRound round : rounds) {
            round.step(() -> finish(round, report));
            round.end(report);
        }
    }

    private static void kill(List<MapRound> rounds, List<CrashPlan> plans, ProofReport report)
            throws IOException, InterruptedException {
        try (CrashProcess victim = CrashProcess.start(MapWorker.class, plans)) {
            MapWatching watching = MapWatching.start(rounds, victim);
            try {
                awaitTheMoment(victim, rounds, plans, report);
                victim.kill();
            } finally {
                watching.end();
            }
            for (int i = 0; i < plans.size(); i++) {
                MapRound round = rounds.get(i);
                CrashPlan plan = plans.get(i);
                long returned = Math.max(victim.appended(i), round.changes());
                round.step(() -> check(round, plan, returned, report));
            }
        } catch (ProofException e) {
            rounds.forEach(round -> round.failed(e));
        }
    }

    private static void awaitTheMoment(
            CrashProcess victim, List<MapRound> rounds, List<CrashPlan> plans, ProofReport report) throws IOException {
        if (plans.getFirst().step() == null) {
            long work = rounds.stream().mapToLong(MapRound::changes).sum();
            int kills = new SplittableRandom(~plans.getFirst().seed()).nextInt(COUNT * plans.size());
            victim.awaitAppended(work + kills);
            report.count("killed at random", plans.size());
        } else {
            boolean[] stands = victim.awaitSteps();
            for (int i = 0; i < stands.length; i++) {
                report.count(
                        (stands[i] ? "killed at " : "ended before ")
                                + plans.get(i).step(),
                        1);
            }
        }
    }

    /** Checks what a killed owner has left: first as its readers see it, then as the next owner does. */
    private static void check(MapRound round, CrashPlan plan, long returned, ProofReport report) {
        round.watch().look(returned, returned + 1);
        long changes;
        try (PersistentMap<String, String> reader = round.openReadOnly()) {
            changes = round.reach(MapModel.contents(reader), returned, returned + 1, "after the kill");
        } catch (MapException | JournalException e) {
            if (returned > 0) {
                throw e;
            }
            changes = 0; // it was killed while it made the map
        }
        try (PersistentMap<String, String> map = round.open(plan.durability())) {
            Map<String, String> contents = MapModel.contents(map);
            changes = round.reach(contents, changes, returned + 1, "next owner");
            MapModel.checkLookups(map, contents);
            round.watch().look(changes, changes);
        }
        report.count("changes made before kills", changes);
        round.changes(changes);
    }

    /** Changes a map further, and checks it as a whole. */
    private static void finish(MapRound round, ProofReport report) throws IOException {
        long end = round.changes() + AFTER;
        try (PersistentMap<String, String> map = round.open(Durability.MAPPED)) {
            for (long change = round.changes(); change < end; change++) {
                round.operations().apply(map, change);
                if (change % MapWork.SYNC_EVERY == 0) {
                    map.sync();
                    round.watch().look(change + 1, change + 1);
                }
            }
        }
        round.watch().look(end, end);
        try (PersistentMap<String, String> map = round.open(Durability.MAPPED)) {
            Map<String, String> contents = MapModel.contents(map);
            round.reach(contents, end, end, "end");
            MapModel.checkLookups(map, contents);
        }
        try (YamlMap yaml = YamlMap.openReadOnly(round.directory(), MapWork.options(round.seed(), Durability.MAPPED))) {
            yaml.check();
        }
        VerifyReport verified = JournalVerifier.verify(round.directory());
        if (!verified.isSound()) {
            throw new ProofException("the files are damaged findings=" + verified.findings());
        }
        report.count("looks of readers", round.watch().looks());
    }
}
