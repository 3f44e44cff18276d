package io.millrace.prove;

import io.millrace.journal.Durability;
import io.millrace.journal.FailPoint;
import io.millrace.journal.JournalVerifier;
import io.millrace.journal.VerifyReport;
import io.millrace.map.MapFaultInjector;
import io.millrace.map.MapOptions;
import io.millrace.map.MapPoint;
import io.millrace.map.PersistentMap;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * A map of {@link MapProof} that loses power a few times on a {@link SimulatedDisk}, and is changed further each time.
 * Used by one thread.
 */
final class MapPowerRound {

    private static final int LOSSES = 3;
    private static final int CHANGES = 1_500;
    private static final int MOST_EVENTS = 900;

    private final Path scratch;
    private final long seed;
    private final MapFlaw flaw;
    private final ProofReport report;
    private final SplittableRandom random;
    private final Durability durability;
    private final MapOperations operations;
    private final MapModel model;

    /** How many objects change the map in turn. */
    private final int writers;

    /** How many changes the map has. */
    private long changes;

    /** How many changes it must have after a loss of power. */
    private long synced;

    MapPowerRound(Path scratch, long seed, MapFlaw flaw, ProofReport report) {
        this.scratch = scratch;
        this.seed = seed;
        this.flaw = flaw;
        this.report = report;
        this.random = new SplittableRandom(seed);
        this.durability = random.nextInt(4) == 0 ? Durability.MAPPED : Durability.SYNCED;
        this.operations = new MapOperations(seed, flaw);
        this.model = new MapModel(operations);
        this.writers = 1 + random.nextInt(2);
    }

    void run() throws IOException {
        Path live = Files.createDirectories(scratch.resolve("0"));
        for (int loss = 1; loss <= LOSSES; loss++) {
            Path image = scratch.resolve(Integer.toString(loss));
            SimulatedDisk disk = new SimulatedDisk(live, random.split(), 1 + random.nextInt(MOST_EVENTS), image);
            change(live, disk);
            disk.cut();
            report.count("losses of power", 1);
            report.count("losses of power with two writers", writers - 1);
            check(image, scratch.resolve(loss + "-opened"));
            live = image;
        }
    }

    private PersistentMap<String, String> open(Path directory, MapFaultInjector injector) {
        MapOptions options = writers == 1 ? MapWork.options(seed, durability) : MapSharer.options(seed, durability);
        return PersistentMap.open(directory, String.class, String.class, options, injector);
    }

    private void change(Path live, SimulatedDisk disk) {
        long before = changes;
        try (PersistentMap<String, String> map = open(live, on(disk));
                PersistentMap<String, String> other = writers == 1 ? null : open(live, on(disk))) {
            model.reach(MapModel.contents(map), before, before, "opened after a loss");
            for (int i = 0; i < CHANGES && !disk.isCut(); i++) {
                operations.apply(other != null && random.nextBoolean() ? other : map, changes);
                changes++; // also where the power has failed meanwhile: it may be there
                if (random.nextInt(MapWork.SYNC_EVERY) == 0) {
                    if (flaw != MapFlaw.MISSING_SYNC) {
                        map.sync();
                    }
                    synced = disk.isCut() ? synced : changes;
                }
            }
        }
    }

    private void check(Path image, Path opened) throws IOException {
        DirectoryTrees.copyFlat(image, opened);
        UUID run = new UUID(random.nextLong(), random.nextLong() | 1);
        MapModel lost = new MapModel(operations);
        try (PersistentMap<String, String> map = open(opened, anotherRun(run))) {
            Map<String, String> contents = MapModel.contents(map);
            changes = lost.reach(contents, synced, changes, "after a loss of power");
            MapModel.checkLookups(map, contents);
            report.count("changes there after losses", changes);
        }
        synced = changes; // what is in the image is on the disk
        VerifyReport verified = JournalVerifier.verify(opened);
        if (!verified.isSound()) {
            throw new ProofException("the files are damaged after a loss of power findings=" + verified.findings());
        }
    }

    /** Returns an injector that passes everything on to a disk; a point of the map is one more moment. */
    private static MapFaultInjector on(SimulatedDisk disk) {
        return new MapFaultInjector() {
            @Override
            public void reached(FailPoint point) {
                disk.reached(point);
            }

            @Override
            public void reached(MapPoint point) {
                disk.reached();
            }

            @Override
            public void forcing(Path file, MemorySegment content, long offset, long length) {
                disk.forcing(file, content, offset, length);
            }

            @Override
            public void forced(Path forcedDirectory) {
                disk.forced(forcedDirectory);
            }

            @Override
            public UUID machineRun() {
                return disk.machineRun();
            }
        };
    }

    private static MapFaultInjector anotherRun(UUID run) {
        return new MapFaultInjector() {
            @Override
            public void reached(FailPoint point) {}

            @Override
            public UUID machineRun() {
                return run;
            }
        };
    }
}
