package io.millrace.prove;

import io.millrace.journal.FailPoint;
import io.millrace.journal.FaultInjector;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;

/**
 * The disk of a node of {@link OrderProof} with all its journals: after a number of steps of the node's thread, the
 * process is killed, which leaves what was written, or the power fails, which leaves of it what {@link SimulatedDisk}
 * does. What the node does afterwards is not in the image. The methods of the injectors may be called by any thread.
 */
final class OrderDisk {

    private final Path live;
    private final Path image;
    private final boolean losesPower;
    private final UUID run;
    private final SplittableRandom random;
    private final Thread owner = Thread.currentThread();
    private final Map<String, SimulatedDisk> disks = new HashMap<>();
    private int stepsLeft;
    private boolean ended;

    /**
     * Creates the disk of one life.
     *
     * @param steps after how many steps it ends; 0 for never
     * @param run the run of the machine
     */
    OrderDisk(Path live, Path image, boolean losesPower, int steps, UUID run, SplittableRandom random) {
        this.live = live;
        this.image = image;
        this.losesPower = losesPower;
        this.stepsLeft = steps;
        this.run = run;
        this.random = random;
    }

    /** Returns what watches the journal of a channel. */
    synchronized FaultInjector of(String channel) {
        try {
            Path directory = Files.createDirectories(live.resolve(channel));
            SimulatedDisk disk = losesPower
                    ? new SimulatedDisk(directory, random.split(), Integer.MAX_VALUE, image.resolve(channel))
                    : null;
            if (disk != null) {
                disks.put(channel, disk);
            }
            return new Watch(disk);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read directory=" + live, e);
        }
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    boolean losesPower() {
        return losesPower;
    }

    Path image() {
        return image;
    }

    private void step() {
        if (!ended && stepsLeft > 0 && Thread.currentThread().equals(owner) && --stepsLeft == 0) {
            end();
        }
    }

    private void end() {
        ended = true;
        disks.values().forEach(SimulatedDisk::cut);
        if (losesPower) {
            return;
        }
        try {
            for (Path channel : DirectoryTrees.files(live)) {
                DirectoryTrees.copyFlat(channel, image.resolve(channel.getFileName()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot copy directory=" + live, e);
        }
    }

    /** Watches one journal; all of a node have one lock, so that the power fails for all at once. */
    private final class Watch implements FaultInjector {

        private final SimulatedDisk disk;

        private Watch(SimulatedDisk disk) {
            this.disk = disk;
        }

        @Override
        public void reached(FailPoint point) {
            synchronized (OrderDisk.this) {
                if (disk != null) {
                    disk.reached(point);
                }
                step();
            }
        }

        @Override
        public void forcing(Path file, MemorySegment content, long offset, long length) {
            synchronized (OrderDisk.this) {
                if (disk != null) {
                    disk.forcing(file, content, offset, length);
                }
            }
        }

        @Override
        public void forced(Path directory) {
            synchronized (OrderDisk.this) {
                if (disk != null) {
                    disk.forced(directory);
                }
            }
        }

        @Override
        public UUID machineRun() {
            return run;
        }
    }
}
