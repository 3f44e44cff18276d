package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.EpochClock;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two inputs, written by machines whose clocks are an hour apart; the one whose clock is late always has calls. */
class ShiftedClocksTest {

    private static final long HOUR_NS = TimeUnit.HOURS.toNanos(1);
    private static final int BACKLOG = 200;

    /** The number in the input whose clock is right; those of the other one are negative. */
    private static final long RIGHT = 1;

    @TempDir
    Path root;

    private final List<Long> taken = new ArrayList<>();

    private Channel shifted(String name, long byNs) {
        EpochClock clock = () -> EpochClock.system().nowNs() + byNs;
        return Channel.journal(name, root.resolve(name), Flow.small().withClock(clock));
    }

    private ServiceTask service(Channel behind, Channel right, Channel sums) {
        return Service.component("taker")
                .reads(behind, right)
                .batch(1)
                .writes(sums)
                .create(outputs -> {
                    Sums out = outputs.as(Sums.class);
                    return (Numbers) value -> {
                        taken.add(value);
                        out.sum("taken", value);
                    };
                });
    }

    /** Takes calls while one more comes into the late input for each; returns how many before the right one. */
    private int takenBefore(Channel behind, Channel right, int backlog, long byNs) {
        try (ChannelWriter behindWriter = behind.writer();
                ChannelWriter rightWriter = right.writer();
                Channel sums = Flow.channel(root, "sums");
                ServiceTask task = service(behind, right, sums)) {
            Numbers numbers = behindWriter.as(Numbers.class);
            long next = 0;
            while (next < backlog) {
                numbers.number(- ++next);
            }
            rightWriter.as(Numbers.class).number(RIGHT);
            for (int poll = 0; poll < 2_000 && !taken.contains(RIGHT); poll++) {
                task.poll();
                numbers.number(- ++next);
            }
            for (int poll = 0; poll < 10; poll++) {
                task.poll();
            }
            assertTrue(taken.contains(RIGHT), "a call starves while the clock of another input is behind byNs=" + byNs);
            return taken.indexOf(RIGHT);
        }
    }

    @Test
    void aCallWaitsForWhatWasThereButNotForWhatCameLaterByAClockThatIsBehind() {
        try (Channel behind = shifted("behind", -HOUR_NS);
                Channel right = shifted("right", 0)) {
            int before = takenBefore(behind, right, BACKLOG, -HOUR_NS);
            assertTrue(before >= BACKLOG, "taken before what was written first: " + before);
            assertTrue(before <= BACKLOG + 2 * ArrivalOrder.PASSES, "taken before it: " + before);
        }
    }

    @Test
    void aCallWhoseClockIsAheadDoesNotWaitForWhatCameLaterEither() {
        try (Channel behind = shifted("behind", 0);
                Channel right = shifted("right", HOUR_NS)) {
            int before = takenBefore(behind, right, 0, HOUR_NS);
            assertTrue(before <= 2 * ArrivalOrder.PASSES, "taken before it: " + before);
        }
    }

    @Test
    void aRestartTakesThemInTheRecordedOrder() {
        try (Channel behind = shifted("behind", -HOUR_NS);
                Channel right = shifted("right", 0)) {
            takenBefore(behind, right, BACKLOG, -HOUR_NS);
            List<Long> first = List.copyOf(taken);
            taken.clear();
            behind.markEnded();
            right.markEnded();
            try (Channel sums = Flow.channel(root, "sums")) {
                Flow.run(service(behind, right, sums));
            }
            assertEquals(first, taken.subList(0, first.size()));
            assertTrue(taken.size() > first.size(), "it continues");
        }
    }
}
