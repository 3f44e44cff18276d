package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Input;
import io.millrace.channel.Source;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services at the ends of a queue in memory, and their restart. */
class QueueServiceTest {

    @TempDir
    private Path directory;

    /** Gives each number several times, so that a group is often larger than what is free. */
    public static final class Repeat implements Numbers {
        private final Numbers out;

        public Repeat(Numbers out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            for (long i = 0; i < value % 40; i++) {
                out.number(value + i);
            }
        }
    }

    /** Sums up, and passes on every second sum. */
    public static final class Halve implements Numbers, Counting {
        private final Numbers out;
        private long sum;
        private long count;

        public Halve(Numbers out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            sum = sum * 3 + value;
            if (++count % 2 == 0) {
                out.number(sum);
            }
        }

        @Override
        public long count(String what) {
            return count;
        }
    }

    @Test
    void aWriterWaitsForASlowReaderAndNothingIsLost() {
        try (Channel numbers = Flow.channel(directory, "numbers");
                Channel queue = Channel.queue("queue", 1 << 12, ChannelOptions.defaults());
                Channel out = Flow.channel(directory, "out")) {
            Flow.numbers(numbers, new Random(1).longs(500, 0, 1_000).toArray());
            ServiceTask repeat = Service.component("repeat")
                    .reads(numbers)
                    .writes(queue)
                    .create(outputs -> new Repeat(outputs.as(Numbers.class)));
            ServiceTask halve = Service.component("halve")
                    .reads(queue)
                    .writes(out)
                    .create(outputs -> new Halve(outputs.as(Numbers.class)));
            for (int poll = 0; poll < 100; poll++) {
                repeat.poll();
            }
            assertEquals(0, repeat.poll());
            long held = repeat.inputs();
            assertTrue(held > 0 && held < 30, "held=" + held);
            Flow.run(repeat, halve);
            assertEquals(500, repeat.inputs());
            assertEquals(repeat.outputs(), halve.inputs());
            assertEquals(halve.inputs() / 2, Flow.calls(out).size());
        }
    }

    @Test
    void aRestartFindsThatACallComesFromAnotherInput() {
        Source outside = Source.external("outside");
        try (Channel numbers = Flow.channel(directory, "numbers")) {
            Flow.numbers(numbers, 1, 2, 3);
        }
        restart(directory.resolve("numbers"));
        Path other = directory.resolve("other");
        try (Channel numbers = Channel.journal("numbers", other, Flow.small());
                ChannelWriter writer = numbers.writer()) {
            writer.begin(new Input().set(outside, 1, 0));
            writer.commit();
            writer.journalWriter().orElseThrow().checkpoint();
            for (long value = 1; value <= 3; value++) {
                writer.as(Numbers.class).number(value);
            }
        }
        String error =
                assertThrows(ServiceException.class, () -> restart(other)).getMessage();
        assertTrue(error.contains("replay diverged: different origin") && error.contains("input=queue@0"), error);
    }

    @Test
    void aRestartFindsAComponentBeforeTheQueueThatHasChanged() {
        try (Channel numbers = Flow.channel(directory, "numbers")) {
            Flow.numbers(numbers, 1, 2, 3);
        }
        restart(directory.resolve("numbers"));
        restart(directory.resolve("numbers"));
        assertThrows(DeterminismException.class, () -> restart(directory.resolve("numbers"), 5));
    }

    private void restart(Path numbers) {
        restart(numbers, 0);
    }

    /** Numbers through an adder, a queue and a copy to the end. */
    private void restart(Path path, long add) {
        try (Channel numbers = Channel.journal("numbers", path, Flow.small());
                Channel queue = Channel.queue("queue", 1 << 12, ChannelOptions.defaults());
                Channel out = Flow.channel(directory, "out")) {
            numbers.markEnded();
            ServiceTask first = Service.component("first")
                    .reads(numbers)
                    .writes(queue)
                    .create(outputs -> {
                        Numbers queued = outputs.as(Numbers.class);
                        return (Numbers) value -> queued.number(value + add);
                    });
            ServiceTask second = Service.component("second")
                    .reads(queue)
                    .writes(out)
                    .create(outputs -> new Repeat(outputs.as(Numbers.class)));
            Flow.run(second, first);
        }
    }

    @Test
    void aServiceWhoseOutputCannotBeMadeAgainIsRefused() {
        try (Channel one = Flow.channel(directory, "one");
                Channel two = Flow.channel(directory, "two");
                Channel queue = Channel.queue("queue", 1 << 12, ChannelOptions.defaults())) {
            String error = assertThrows(
                            ServiceException.class,
                            () -> Service.component("both")
                                    .reads(one, two)
                                    .writes(queue)
                                    .create(outputs -> new Repeat(outputs.as(Numbers.class))))
                    .getMessage();
            assertTrue(error.contains("service=both") && error.contains("inputs=2"), error);
        }
    }
}
