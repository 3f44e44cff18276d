package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.ChannelException;
import io.millrace.channel.ChannelText;
import io.millrace.channel.Poll;
import io.millrace.journal.FileKeyProvider;
import io.millrace.journal.KeyProvider;
import io.millrace.journal.Ownership;
import io.millrace.leaks.ExpectedLog;
import io.millrace.service.Counting;
import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.ServiceException;
import io.millrace.service.SourceContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topologies made in Java, run in this process. */
class TopologyRunTest {
    /** What the components call. */
    interface Numbers {
        void number(long value);
    }

    /** Counts up to a limit, or waits there for ever, or fails there. */
    static final class Counter implements ExternalSource {
        enum After {
            END,
            WAIT,
            FAIL,
            FAIL_ON_CLOSE
        }

        private final Numbers out;
        private final long limit;
        private final After after;
        private long next;

        public Counter(Numbers out, long limit, After after) {
            this.out = out;
            this.limit = limit;
            this.after = after;
        }

        @Override
        public void open(long resumeAfter) {
            next = resumeAfter + 1;
        }

        @Override
        public Progress poll(SourceContext context) {
            if (next < limit) {
                context.index(next);
                out.number(next++);
                return Progress.EMITTED;
            }
            if (after == After.FAIL) {
                throw new IllegalStateException("no number is left next=" + next);
            }
            return after == After.END ? Progress.ENDED : Progress.IDLE;
        }

        @Override
        public void close() {
            if (after == After.FAIL_ON_CLOSE) {
                throw new IllegalStateException("this one does not close");
            }
        }
    }

    /** Sums up, and passes the sum on. */
    static final class Sum implements Numbers, Counting {
        private final Numbers out;
        private long sum;
        private long count;

        public Sum(Numbers out) {
            this.out = out;
        }

        @Override
        public void number(long value) {
            sum += value;
            count++;
            out.number(sum);
        }

        @Override
        public long count(String what) {
            return what.equals("sum") ? sum : count;
        }
    }

    @TempDir
    private Path directory;

    private static TopologyBuilder counting(Counter.After after) {
        return Topology.builder("sums")
                .channel("numbers", ChannelSpec.journal())
                .channel("sums", ChannelSpec.journal())
                .component(
                        "counter",
                        ComponentSpec.of(Counter.class)
                                .writes("numbers")
                                .argument("limit", 100)
                                .argument("after", after))
                .summary("numbers", CountSpec.calls("numbers", "number"))
                .summary("total", CountSpec.counted("last", "sum"));
    }

    private static Topology threeThreads(Counter.After after) {
        return counting(after)
                .channel("between", ChannelSpec.journal())
                .component("first", ComponentSpec.of(Sum.class).reads("numbers").writes("between"))
                .component("last", ComponentSpec.of(Sum.class).reads("between").writes("sums"))
                .thread("one", ThreadSpec.running("first"))
                .thread("two", ThreadSpec.running("last").withIdle("yielding"))
                .build();
    }

    private static Topology direct(Counter.After after) {
        return counting(after)
                .channel("between", ChannelSpec.direct())
                .component("first", ComponentSpec.of(Sum.class).reads("numbers").writes("between"))
                .component("last", ComponentSpec.of(Sum.class).reads("between").writes("sums"))
                .build();
    }

    private RunningTopology open(Topology topology, String data) {
        return TopologyRunner.open(
                topology,
                RunOptions.in(directory.resolve(data)).withClassLoader(TopologyRunTest.class.getClassLoader()));
    }

    private Summary run(Topology topology, String data) throws InterruptedException {
        try (RunningTopology running = open(topology, data)) {
            running.start();
            assertEquals(RunEnd.ENDED, running.await(), () -> running.failure().toString());
            return running.summary();
        }
    }

    private List<String> texts(String channel) {
        List<String> texts = new ArrayList<>();
        try (ChannelText text = ChannelText.open(directory.resolve(channel))) {
            while (text.next() == Poll.MESSAGE) {
                texts.add(text.yaml());
            }
        }
        return texts;
    }

    @Test
    void aRunEndsWhenAllIsDrainedAndTheNextFindsNothingNew() throws InterruptedException {
        Summary first = run(threeThreads(Counter.After.END), "data");
        assertEquals(Map.of("numbers", 100L, "total", 166650L), first.counts());
        assertEquals(300, first.messages());
        assertFalse(first.nothingNew());
        Summary second = run(threeThreads(Counter.After.END), "data");
        assertEquals(first.counts(), second.counts());
        assertTrue(second.nothingNew(), second.toString());
    }

    @Test
    void aDirectChannelGivesTheSameOutputAsAJournal() throws InterruptedException {
        run(threeThreads(Counter.After.END), "journal");
        Summary summary = run(direct(Counter.After.END), "direct");
        assertEquals(Map.of("numbers", 100L, "total", 166650L), summary.counts());
        assertEquals(texts("journal/sums"), texts("direct/sums"));
        assertFalse(Files.exists(directory.resolve("direct/between")));
        assertTrue(run(direct(Counter.After.END), "direct").nothingNew());
    }

    @Test
    @ExpectedLog("failed component=last")
    @ExpectedLog("component without snapshots reads an encrypted channel")
    void encryptedChannelsAreWrittenReadAndContinuedWithTheirKeys() throws InterruptedException {
        ChannelSpec encrypted = ChannelSpec.journal()
                .withEncryption(EncryptionSpec.of("${data}/../keys").withSubject("value"));
        Topology topology = Topology.builder("sums")
                .channel("numbers", encrypted)
                .channel("sums", encrypted)
                .component(
                        "counter",
                        ComponentSpec.of(Counter.class)
                                .writes("numbers")
                                .argument("limit", 100)
                                .argument("after", Counter.After.END))
                .component("last", ComponentSpec.of(Sum.class).reads("numbers").writes("sums"))
                .summary("total", CountSpec.counted("last", "sum"))
                .build();
        assertEquals(Map.of("total", 4950L), run(topology, "data").counts());
        assertTrue(run(topology, "data").nothingNew());
        assertThrows(ChannelException.class, () -> texts("data/sums"));
        FileKeyProvider keys = FileKeyProvider.openExisting(directory.resolve("keys"));
        assertEquals(1, keys.forget("4950"));
        int read = 0;
        try (ChannelText text = ChannelText.open(directory.resolve("data/sums"), keys)) {
            while (text.next() == Poll.MESSAGE) {
                read++;
            }
        }
        assertEquals(99, read);
        assertTrue(run(topology, "data").nothingNew(), "a forgotten output is passed over by a restart");
        assertEquals(1, keys.forget("99"));
        ServiceException e = assertThrows(ServiceException.class, () -> {
            try (RunningTopology running = open(topology, "data")) {
                running.start();
                running.await();
                throw running.failure().orElseThrow();
            } catch (ServiceException found) {
                throw found;
            } catch (Throwable other) {
                throw new AssertionError(other);
            }
        });
        assertTrue(e.getMessage().contains("the keys of inputs were deleted"), e.getMessage());
        assertTrue(e.getMessage().contains("forgotten=1; inputs whose key was deleted"), e.getMessage());
    }

    /** Keeps its keys elsewhere than in files: here it only hides them. */
    public static final class HidingKeys implements KeyProvider {

        private final byte mask;

        public HidingKeys(String mask) {
            this.mask = Byte.parseByte(mask);
        }

        @Override
        public byte[] wrap(String subject, byte[] dataKey) {
            byte[] hidden = dataKey.clone();
            for (int i = 0; i < hidden.length; i++) {
                hidden[i] ^= mask;
            }
            return hidden;
        }

        @Override
        public byte[] unwrap(String subject, byte[] wrapped) {
            return wrap(subject, wrapped);
        }
    }

    private Topology encrypted(EncryptionSpec by) {
        ChannelSpec channel = ChannelSpec.journal().withEncryption(by);
        return Topology.builder("sums")
                .channel("numbers", channel)
                .channel("sums", channel)
                .component(
                        "counter",
                        ComponentSpec.of(Counter.class)
                                .writes("numbers")
                                .argument("limit", 100)
                                .argument("after", Counter.After.END))
                .component("last", ComponentSpec.of(Sum.class).reads("numbers").writes("sums"))
                .summary("total", CountSpec.counted("last", "sum"))
                .build();
    }

    @Test
    void keysMayComeFromAClassOfTheUser() throws InterruptedException {
        EncryptionSpec keys = EncryptionSpec.of("85").withProvider(HidingKeys.class.getName());
        assertEquals(Map.of("total", 4950L), run(encrypted(keys), "data").counts());
        assertTrue(run(encrypted(keys), "data").nothingNew());
        assertThrows(ChannelException.class, () -> texts("data/sums"));
        int read = 0;
        try (ChannelText text = ChannelText.open(directory.resolve("data/sums"), new HidingKeys("85"))) {
            while (text.next() == Poll.MESSAGE) {
                read++;
            }
        }
        assertEquals(100, read);
    }

    @Test
    void aProviderOfKeysThatCannotBeUsedIsNamed() {
        Map<String, String> wrong = Map.of(
                "no.such.Class",
                "is not on the class path",
                Object.class.getName(),
                "has no public constructor with one String",
                StringBuilder.class.getName(),
                "does not implement io.millrace.journal.KeyProvider",
                Integer.class.getName(),
                "cannot be created: java.lang.NumberFormatException");
        wrong.forEach((provider, reason) -> {
            Topology topology = encrypted(EncryptionSpec.of("x").withProvider(provider));
            TopologyException e = assertThrows(TopologyException.class, () -> open(topology, "data"));
            assertTrue(e.getMessage().contains("provider=" + provider + " " + reason), e.getMessage());
        });
    }

    @Test
    @ExpectedLog("failed component=counter")
    void aComponentThatThrowsEndsTheRunAndTheNextGoesOn() throws InterruptedException {
        try (RunningTopology running = open(threeThreads(Counter.After.FAIL), "data")) {
            running.start();
            assertEquals(RunEnd.FAILED, running.await());
            String message = running.failure().orElseThrow().getMessage();
            assertTrue(message.contains("counter") && message.contains("next=100"), message);
        }
        assertEquals(
                166650L, run(threeThreads(Counter.After.END), "data").counts().get("total"));
    }

    @Test
    void aRunThatWouldNotEndIsStopped() throws InterruptedException {
        try (RunningTopology running = open(threeThreads(Counter.After.WAIT), "data")) {
            running.start();
            assertFalse(running.await(Duration.ofMillis(1)));
            assertEquals(RunEnd.RUNNING, running.end());
            assertThrows(ServiceException.class, running::summary);
            running.stop();
            assertEquals(RunEnd.STOPPED, running.await());
        }
        assertEquals(
                166650L, run(threeThreads(Counter.After.END), "data").counts().get("total"));
    }

    @Test
    void aTopologyThatIsOpenedAndNotStartedLeavesNothingBehind() {
        open(threeThreads(Counter.After.END), "data").close();
        open(threeThreads(Counter.After.END), "data").close();
    }

    @Test
    void aComponentThatDoesNotCloseKeepsNothingElseOpen() throws InterruptedException {
        RunningTopology running = open(threeThreads(Counter.After.FAIL_ON_CLOSE), "data");
        RuntimeException thrown = assertThrows(RuntimeException.class, running::close);
        assertTrue(thrown.getMessage().contains("this one does not close"), thrown.getMessage());
        assertEquals(
                166650L, run(threeThreads(Counter.After.END), "data").counts().get("total"));
    }

    @Test
    void aRunSaysWhyItWillNotEndByItself() {
        Topology shared = Topology.builder("shared")
                .channel("numbers", ChannelSpec.journal().withOwnership(Ownership.SHARED))
                .channel("sums", ChannelSpec.journal())
                .component("sum", ComponentSpec.of(Sum.class).reads("numbers").writes("sums"))
                .build();
        assertEquals(Optional.of("channel=numbers is written by other processes"), TopologyCycles.endless(shared));
        Topology cycle = Topology.builder("cycle")
                .channel("there", ChannelSpec.journal())
                .channel("back", ChannelSpec.journal())
                .component("a", ComponentSpec.of(Sum.class).reads("back").writes("there"))
                .component("b", ComponentSpec.of(Sum.class).reads("there").writes("back"))
                .build();
        assertEquals(Optional.empty(), TopologyCycles.endless(cycle));
        assertEquals(
                Optional.of("components b, a read what each other write, through a queue"),
                TopologyCycles.endless(cycleWithQueue()));
        assertEquals(Optional.empty(), TopologyCycles.endless(direct(Counter.After.END)));
    }

    private static Topology cycleWithQueue() {
        return Topology.builder("cycle")
                .channel("there", ChannelSpec.queue())
                .channel("back", ChannelSpec.journal())
                .component("a", ComponentSpec.of(Sum.class).reads("back").writes("there"))
                .component("b", ComponentSpec.of(Sum.class).reads("there").writes("back"))
                .build();
    }

    @Test
    void componentsThatDoNotFitEachOtherAreAnErrorBeforeAnythingIsOpened() {
        assertTrue(error(counting(Counter.After.END)
                        .component(
                                "last",
                                ComponentSpec.of(Sum.class).reads("numbers").writes("sums"))
                        .summary("wrong", CountSpec.calls("sums", "numbr")))
                .endsWith("summary=wrong counts calls=numbr, which channel=sums does not carry; did you mean number?"));
        assertTrue(error(counting(Counter.After.END)
                        .component(
                                "last",
                                ComponentSpec.of(Sum.class).reads("numbers").writes("sums"))
                        .summary("wrong", CountSpec.counted("counter", "x")))
                .contains("asks component=counter, whose class=" + Counter.class.getName() + " is not Counting"));
        assertTrue(error(counting(Counter.After.END)
                        .component(
                                "last",
                                ComponentSpec.of(Deaf.class).reads("numbers").writes("sums")))
                .endsWith("reads channel=numbers, whose calls are number, and class=" + Deaf.class.getName()
                        + " takes none of them"));
        assertTrue(error(Topology.builder("x")
                        .channel("numbers", ChannelSpec.journal())
                        .component("sum", ComponentSpec.of(Sum.class).writes("numbers")))
                .endsWith("is no ExternalSource and needs a channel to read"));
        assertFalse(Files.exists(directory.resolve("data")));
    }

    private String error(TopologyBuilder builder) {
        Topology topology = builder.build();
        return assertThrows(TopologyException.class, () -> open(topology, "data"))
                .getMessage();
    }

    /** Takes none of the calls. */
    static final class Deaf implements Counting {
        public Deaf(Numbers out) {
            assert out != null;
        }

        @Override
        public long count(String what) {
            return 0;
        }
    }
}
