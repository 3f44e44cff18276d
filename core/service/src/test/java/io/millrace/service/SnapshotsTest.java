package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.journal.Index;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@ExpectedLog(value = "The machine went down", occurs = Occurrence.PERHAPS)
class SnapshotsTest {

    @TempDir
    Path root;

    /** The calls of a snapshot. */
    interface Totals {

        void entry(long value);

        void total(long total);
    }

    /** Sums up and remembers its last inputs. */
    private static final class Rememberer implements Numbers, Totals, Snapshotting<Totals> {

        private final Sums out;
        private final List<Long> last = new ArrayList<>();
        private long total;

        private Rememberer(Sums out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            total = total * 31 + value;
            last.add(value);
            if (last.size() > 20) {
                last.removeFirst();
            }
            if (value % 3 != 0) {
                out.sum(last.toString(), total);
            }
            if (value % 4 == 0) {
                out.sum("four", total);
            }
        }

        @Override
        public Class<Totals> snapshotType() {
            return Totals.class;
        }

        @Override
        public void snapshot(Totals to) {
            to.total(total);
            last.forEach(to::entry);
        }

        @Override
        public void entry(long value) {
            last.add(value);
        }

        @Override
        public void total(long newTotal) {
            total = newTotal;
        }
    }

    private static ServiceTask service(Channel output, Channel snapshots, Channel... inputs) {
        return Service.component("rememberer")
                .reads(inputs)
                .writes(output)
                .snapshots(snapshots, 25)
                .create(outputs -> new Rememberer(outputs.as(Sums.class)));
    }

    private static ServiceTask plain(Channel output, Channel... inputs) {
        return Service.component("rememberer")
                .reads(inputs)
                .writes(output)
                .create(outputs -> new Rememberer(outputs.as(Sums.class)));
    }

    @Test
    void aRestartFromASnapshotEqualsOneFromTheStart() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (Channel left = Flow.channel(root, "left");
                Channel right = Flow.channel(root, "right")) {
            Flow.numbers(left, random.longs(200, 0, 100).toArray());
            Flow.numbers(right, random.longs(150, 0, 100).toArray());
            List<String> expected;
            List<Long> frames;
            List<Long> snapshotFrames;
            try (Channel output = Flow.channel(root, "sums");
                    Channel snapshots = Flow.channel(root, "snapshots")) {
                Flow.run(service(output, snapshots, left, right));
                expected = Flow.calls(output);
                frames = Flow.frames(output.journal().orElseThrow());
                snapshotFrames = Flow.frames(snapshots.journal().orElseThrow());
                Flow.copy(root.resolve("sums"), root.resolve("whole/sums"));
                Flow.copy(root.resolve("snapshots"), root.resolve("whole/snapshots"));
            }
            for (int round = 0; round < 60; round++) {
                Path cut = root.resolve("cut");
                Flow.copy(root.resolve("whole"), cut);
                long frame = frames.get(random.nextInt(frames.size()));
                Flow.cutAt(cut.resolve("sums"), frame);
                if (random.nextBoolean()) {
                    long snapshotFrame = snapshotFrames.get(random.nextInt(snapshotFrames.size()));
                    Flow.cutAt(cut.resolve("snapshots"), snapshotFrame);
                }
                try (Channel output = Flow.channel(cut, "sums");
                        Channel snapshots = Flow.channel(cut, "snapshots")) {
                    Flow.run(service(output, snapshots, left, right));
                    assertEquals(expected, Flow.calls(output), "frame=" + Index.toText(frame) + " seed=" + seed);
                }
                try (Channel output = Flow.channel(cut, "sums")) {
                    ServiceTask fromStart = plain(output, left, right);
                    Flow.run(fromStart);
                    assertEquals(350, fromStart.reapplied(), "seed=" + seed);
                }
                Flow.delete(cut);
            }
        }
    }

    @Test
    void aSnapshotSavesReapplying() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums");
                Channel snapshots = Flow.channel(root, "snapshots")) {
            Flow.numbers(input, new Random(1).longs(1_010, 0, 100).toArray());
            Flow.run(service(output, snapshots, input));
            ServiceTask again = service(output, snapshots, input);
            Flow.run(again);
            assertTrue(again.reapplied() <= 25, "reapplied=" + again.reapplied());
            assertEquals(0, again.inputs());
        }
    }
}
