package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelWriter;
import io.millrace.journal.Epoch;
import io.millrace.journal.Index;
import io.millrace.leaks.ExpectedLog;
import io.millrace.leaks.ExpectedLog.Occurrence;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@ExpectedLog(value = "machine went down", occurs = Occurrence.PERHAPS)
class RestartTest {

    @TempDir
    Path root;

    private static ServiceTask summer(Channel output, Channel... inputs) {
        return Service.component("summer")
                .reads(inputs)
                .writes(output)
                .create(outputs -> new Summer(outputs.as(Sums.class)));
    }

    @Test
    void anOutputCutAtAnyFrameIsCompletedToTheSame() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        try (Channel left = Flow.channel(root, "left");
                Channel right = Flow.channel(root, "right")) {
            Flow.numbers(left, random.longs(40, 0, 100).toArray());
            Flow.numbers(right, random.longs(25, 0, 100).toArray());
            List<String> expected;
            List<Long> frames;
            Path whole = root.resolve("whole");
            try (Channel output = Channel.journal("sums", root.resolve("sums"), Flow.small())) {
                Flow.run(summer(output, left, right));
                expected = Flow.calls(output);
                frames = Flow.frames(output.journal().orElseThrow());
                Flow.copy(root.resolve("sums"), whole);
            }
            assertTrue(expected.size() > 60, "calls=" + expected.size() + " seed=" + seed);
            for (long frame : frames) {
                Path cut = root.resolve("cut");
                Flow.copy(whole, cut);
                Flow.cutAt(cut, frame);
                try (Channel output = Channel.journal("sums", cut, Flow.small())) {
                    ServiceTask task = summer(output, left, right);
                    Flow.run(task);
                    assertEquals(65, task.inputs() + task.reapplied(), "seed=" + seed);
                    List<String> calls = Flow.calls(output);
                    assertEquals(expected, calls, "cut at " + Index.toText(frame) + " seed=" + seed);
                }
                try (Channel output = Channel.journal("sums", cut, Flow.small())) {
                    ServiceTask again = summer(output, left, right);
                    Flow.run(again);
                    assertEquals(0, again.outputs(), "nothing is new seed=" + seed);
                    assertEquals(expected, Flow.calls(output), "twice cut at " + Index.toText(frame) + " seed=" + seed);
                }
                Flow.delete(cut);
            }
        }
    }

    @Test
    void inputsAndOutputsOfSeveralEpochsAreRepeated() {
        try (Channel input = Flow.channel(root, "numbers");
                ChannelWriter writer = input.writer()) {
            LongStream.range(0, 40).forEach(writer.as(Numbers.class)::number);
        }
        EpochStarter.start(root.resolve("numbers"), new Epoch(1, 31));
        List<String> before;
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, LongStream.range(40, 80).toArray());
            ServiceTask first = summer(output, input);
            while (first.inputs() < 60) {
                first.poll();
            }
            first.close();
            before = Flow.calls(output);
        }
        EpochStarter.start(root.resolve("sums"), new Epoch(1, 2));
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums");
                Channel anew = Flow.channel(root, "anew")) {
            input.markEnded();
            Flow.run(summer(output, input));
            Flow.run(summer(anew, input));
            List<String> calls = Flow.calls(output);
            assertEquals(before, calls.subList(0, before.size()));
            assertEquals(Flow.calls(anew), calls);
            assertEquals(new Epoch(1, 2), output.journal().orElseThrow().epoch());
            ServiceTask again = summer(output, input);
            Flow.run(again);
            assertEquals(0, again.outputs(), "nothing is new");
            assertEquals(calls, Flow.calls(output));
        }
    }

    @Test
    void theRecordedOrderOfTwoInputsIsKept() {
        try (Channel left = Flow.channel(root, "left");
                Channel right = Flow.channel(root, "right");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(right, 1, 6, 11);
            ServiceTask first = summer(output, left, right);
            for (int i = 0; i < 10; i++) {
                first.poll();
            }
            first.close();
            List<String> orderBefore = Flow.order(output);
            assertEquals(3, orderBefore.size());
            // What comes to the left input now was written later, but would come first in a restart that did not know
            // the order.
            Flow.numbers(left, 2, 7);
            Flow.run(summer(output, left, right));
            List<String> order = Flow.order(output);
            assertEquals(orderBefore, order.subList(0, 3));
            assertTrue(order.get(3).startsWith("left@"), order.toString());
            assertEquals(5, order.size());
        }
    }

    @Test
    void aComponentThatAnswersOtherwiseIsFoundOut() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, LongStream.range(0, 50).toArray());
            Flow.run(summer(output, input));
            int[] calls = {0};
            ServiceTask other = Service.component("summer")
                    .reads(input)
                    .writes(output)
                    .create(outputs -> {
                        Sums sums = outputs.as(Sums.class);
                        return new Summer((of, total) -> sums.sum(of, total + (++calls[0] == 40 ? 1 : 0)));
                    });
            DeterminismException error = assertThrows(DeterminismException.class, () -> Flow.run(other));
            assertTrue(error.where().contains("service=summer input=numbers@"), error.where());
            assertTrue(error.where().contains("output=sums@"), error.where());
            assertTrue(error.expected().startsWith("sum:"), error.expected());
            assertTrue(!error.expected().equals(error.actual()), error.actual());
        }
    }

    @Test
    void anAnswerTooManyOrTooFewIsFoundOut() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, 1, 2, 3, 0, 4);
            Flow.run(summer(output, input));
            for (int change : new int[] {-1, 1}) {
                for (long at : new long[] {3, 0}) {
                    ServiceTask other = Service.component("summer")
                            .reads(input)
                            .writes(output)
                            .create(outputs -> {
                                Sums sums = outputs.as(Sums.class);
                                Summer summer = new Summer(sums);
                                return (Numbers) value -> {
                                    if (value == at && change < 0) {
                                        return;
                                    }
                                    summer.number(value);
                                    if (value == at) {
                                        sums.sum("one more", 1);
                                    }
                                };
                            });
                    if (change < 0 && at == 0) {
                        other.close();
                        continue; // 0 gives no answer, so there is none too few
                    }
                    DeterminismException error = assertThrows(DeterminismException.class, () -> Flow.run(other));
                    assertEquals(change > 0, error.expected().isEmpty(), error.getMessage());
                }
            }
        }
    }

    @Test
    void anInputThatIsGoneIsAnError() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, 1, 2, 3);
            Flow.run(summer(output, input));
            try (Channel other = Flow.channel(root, "others")) {
                Flow.numbers(other, 1, 2, 3);
                ServiceException error = assertThrows(ServiceException.class, () -> Flow.run(summer(output, other)));
                assertTrue(error.getMessage().contains("numbers"), error.getMessage());
            }
        }
    }

    @Test
    void aServiceThatIsStoppedGoesOnWhereItWas() {
        try (Channel input = Flow.channel(root, "numbers");
                Channel output = Flow.channel(root, "sums")) {
            Flow.numbers(input, LongStream.range(0, 3_000).toArray());
            long taken = 0;
            for (int run = 0; run < 5; run++) {
                ServiceTask task = summer(output, input);
                for (int poll = 0; poll < 10; poll++) {
                    task.poll();
                }
                assertEquals(taken, task.reapplied());
                taken += task.inputs();
                task.close();
            }
            ServiceTask last = summer(output, input);
            Flow.run(last);
            assertEquals(3_000, taken + last.inputs());
            try (Channel fresh = Flow.channel(root, "fresh")) {
                Flow.run(summer(fresh, input));
                assertEquals(Flow.calls(fresh), Flow.calls(output));
            }
        }
    }
}
