package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PriorityTest {

    private static final int URGENT = 1_000;

    @TempDir
    Path root;

    /** Polls to the end, at most so many times; returns what was taken by all runs so far, in order. */
    private List<Long> run(int polls, Set<String> priority) {
        List<Long> taken = new ArrayList<>();
        try (Channel plain = Flow.channel(root, "plain");
                Channel urgent = Flow.channel(root, "urgent");
                Channel sums = Flow.channel(root, "sums")) {
            plain.markEnded();
            urgent.markEnded();
            try (ServiceTask task = Service.component("taker")
                    .reads(plain, urgent)
                    .priority(priority)
                    .batch(10)
                    .writes(sums)
                    .create(outputs -> {
                        Sums out = outputs.as(Sums.class);
                        return (Numbers) value -> {
                            taken.add(value);
                            out.sum("taken", value);
                        };
                    })) {
                for (int poll = 0; poll < polls && !task.done(); poll++) {
                    task.poll();
                }
            }
        }
        return taken;
    }

    private void write() {
        try (Channel plain = Flow.channel(root, "plain");
                Channel urgent = Flow.channel(root, "urgent")) {
            Flow.numbers(plain, LongStream.rangeClosed(1, 100).toArray());
            Flow.numbers(
                    urgent,
                    LongStream.rangeClosed(1, URGENT).map(value -> -value).toArray());
        }
    }

    @Test
    void callsWithPriorityOvertakeAndTheOthersGetOneOfSixtyFive() {
        write();
        List<Long> taken = run(Integer.MAX_VALUE, Set.of("urgent"));
        assertEquals(1_100, taken.size());
        for (int i = 0; i < URGENT; i++) {
            boolean isOther = i % 65 == 64;
            assertEquals(isOther, taken.get(i) > 0, "at " + i + " taken=" + taken.get(i));
        }
        assertEquals(100L, taken.getLast());
    }

    @Test
    void withoutPriorityTheCallWrittenFirstIsTakenFirst() {
        write();
        assertEquals(
                LongStream.rangeClosed(1, 100).boxed().toList(),
                run(Integer.MAX_VALUE, Set.of()).subList(0, 100));
    }

    @Test
    void aRestartTakesInputsInTheRecordedOrderWhateverHasPriorityNow() {
        write();
        List<Long> first = run(40, Set.of("urgent"));
        assertTrue(first.size() > 200 && first.size() < 1_000, "size=" + first.size());
        List<Long> second = run(Integer.MAX_VALUE, Set.of("plain"));
        assertEquals(first, second.subList(0, first.size()));
        assertEquals(1_100, second.size());
        assertTrue(second.get(first.size()) > 0, "the other input has priority now");
    }
}
