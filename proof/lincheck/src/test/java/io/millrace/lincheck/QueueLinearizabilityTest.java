package io.millrace.lincheck;

import static io.millrace.concurrent.Multiplicity.MANY;
import static io.millrace.concurrent.Multiplicity.ONE;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.millrace.concurrent.MessagePassingQueue;
import io.millrace.concurrent.Queues;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/**
 * Offers, polls and peeks of every queue are linearizable: the results of concurrent calls are those of some order of
 * the calls on a simple queue. A batch counts as several calls, see {@link BatchVerifier}. With a capacity of three and
 * chunks of two, every run crosses the ends of chunks and fills the queue. Large arrays are represented by rings of
 * chunks of one slot, and linked queues with large chunks, which continue in the chunk that was left last, also by
 * chunks of one slot. Lincheck's model checker tries interleavings of a sequentially consistent machine; its stress
 * runs use the real machine.
 *
 * <p>Quick by default. {@code -Dmillrace.lincheck.effort=full} searches for most of an hour and prints a line for each
 * queue and tool; {@code -Dmillrace.lincheck.searches=REGEX} selects some of them.
 */
@Tag("proof")
class QueueLinearizabilityTest {

    private static final int CAPACITY = 3;

    /** After so many elements a ring of four slots soon checks whether a newer one has replaced it. */
    private static final int NEAR_THE_END = 63;

    /** After so many elements a ring of chunks reuses a chunk. */
    private static final int FEW = 6;

    private static final boolean FULL =
            System.getProperty("millrace.lincheck.effort", "quick").equals("full");

    private static final Pattern CHOSEN = Pattern.compile(System.getProperty("millrace.lincheck.searches", ".*"));

    private static final List<Class<?>> TYPES = List.of(
            SpscArray.class,
            SpscRing.class,
            SpscChunked.class,
            SpscGrowable.class,
            SpscUnbounded.class,
            SpscHotUnbounded.class,
            SpscLinked.class,
            MpscArray.class,
            MpscRing.class,
            MpscChunked.class,
            MpscGrowable.class,
            MpscUnbounded.class,
            MpscHotUnbounded.class,
            MpscLinked.class,
            SpmcArray.class,
            SpmcRing.class,
            SpmcChunked.class,
            SpmcGrowable.class,
            SpmcUnbounded.class,
            SpmcLinked.class,
            MpmcArray.class,
            MpmcRing.class,
            MpmcChunked.class,
            MpmcGrowable.class,
            MpmcUnbounded.class,
            MpmcLinked.class,
            Iterated.class,
            Broadcast.class);

    /** Searches by model checker come first, since on a busy machine they take far less time than stress. */
    @TestFactory
    Stream<DynamicTest> everyRunIsLinearizable() {
        List<Search> all = TYPES.stream()
                .flatMap(type -> (FULL ? Search.full(type) : Search.quick(type)).stream())
                .sorted(Comparator.comparing(Search::toolName))
                .toList();
        List<Search> searches =
                all.stream().filter(one -> CHOSEN.matcher(one.name()).find()).toList();
        assertFalse(
                searches.isEmpty(),
                () -> "no such search: regex=" + CHOSEN + " known="
                        + all.stream().map(Search::name).toList());
        return IntStream.range(0, searches.size()).mapToObj(i -> {
            Search search = searches.get(i);
            return DynamicTest.dynamicTest(search.name(), () -> {
                String line = search.run();
                if (FULL) {
                    System.out.println("search " + (i + 1) + " of " + searches.size() + ": " + line);
                }
            });
        });
    }

    /** The operations of Spsc, each in the group of its side. */
    public abstract static class Spsc extends Calls {
        Spsc(MessagePassingQueue<Object> queue) {
            this(queue, 0);
        }

        Spsc(MessagePassingQueue<Object> queue, int usedBefore) {
            super(queue, usedBefore);
        }

        @Override
        @Operation(nonParallelGroup = "producer")
        public boolean offer(@Param(gen = IntGen.class, conf = "1:5") int element) {
            return super.offer(element);
        }

        @Override
        @Operation(nonParallelGroup = "producer")
        public int fill(
                @Param(gen = IntGen.class, conf = "1:5") int first,
                @Param(gen = IntGen.class, conf = "2:3") int length) {
            return super.fill(first, length);
        }

        @Override
        @Operation(nonParallelGroup = "consumer")
        public Integer poll() {
            return super.poll();
        }

        @Override
        @Operation(nonParallelGroup = "consumer")
        public Integer peek() {
            return super.peek();
        }

        @Override
        @Operation(nonParallelGroup = "consumer")
        public List<Object> drain(@Param(gen = IntGen.class, conf = "2:3") int length) {
            return super.drain(length);
        }
    }

    /** One queue under test. */
    public static final class SpscArray extends Spsc {
        public SpscArray() {
            super(Queues.producers(ONE).consumers(ONE).array(CAPACITY), NEAR_THE_END);
        }
    }

    /** One queue under test. */
    public static final class SpscRing extends Spsc {
        public SpscRing() {
            super(SmallChunks.ring(ONE, ONE, CAPACITY), FEW);
        }
    }

    /** One queue under test. */
    public static final class SpscChunked extends Spsc {
        public SpscChunked() {
            super(Queues.producers(ONE).consumers(ONE).chunked(2, CAPACITY));
        }
    }

    /** One queue under test. */
    public static final class SpscGrowable extends Spsc {
        public SpscGrowable() {
            super(Queues.producers(ONE).consumers(ONE).growable(1, CAPACITY));
        }
    }

    /** One queue under test. */
    public static final class SpscUnbounded extends Spsc {
        public SpscUnbounded() {
            super(Queues.producers(ONE).consumers(ONE).unbounded(2));
        }
    }

    /** One queue under test. */
    public static final class SpscHotUnbounded extends Spsc {
        public SpscHotUnbounded() {
            super(SmallChunks.hot(ONE), FEW);
        }
    }

    /** One queue under test. */
    public static final class SpscLinked extends Spsc {
        public SpscLinked() {
            super(Queues.producers(ONE).consumers(ONE).linked());
        }
    }

    /** The operations of Mpsc, each in the group of its side. */
    public abstract static class Mpsc extends Calls {
        Mpsc(MessagePassingQueue<Object> queue) {
            this(queue, 0);
        }

        Mpsc(MessagePassingQueue<Object> queue, int usedBefore) {
            super(queue, usedBefore);
        }

        @Override
        @Operation
        public boolean offer(@Param(gen = IntGen.class, conf = "1:5") int element) {
            return super.offer(element);
        }

        @Override
        @Operation
        public int fill(
                @Param(gen = IntGen.class, conf = "1:5") int first,
                @Param(gen = IntGen.class, conf = "2:3") int length) {
            return super.fill(first, length);
        }

        @Override
        @Operation(nonParallelGroup = "consumer")
        public Integer poll() {
            return super.poll();
        }

        @Override
        @Operation(nonParallelGroup = "consumer")
        public Integer peek() {
            return super.peek();
        }

        @Override
        @Operation(nonParallelGroup = "consumer")
        public List<Object> drain(@Param(gen = IntGen.class, conf = "2:3") int length) {
            return super.drain(length);
        }
    }

    /** One queue under test. */
    public static final class MpscArray extends Mpsc {
        public MpscArray() {
            super(Queues.producers(MANY).consumers(ONE).array(CAPACITY), NEAR_THE_END);
        }
    }

    /** One queue under test. */
    public static final class MpscRing extends Mpsc {
        public MpscRing() {
            super(SmallChunks.ring(MANY, ONE, CAPACITY), FEW);
        }
    }

    /** One queue under test. */
    public static final class MpscChunked extends Mpsc {
        public MpscChunked() {
            super(Queues.producers(MANY).consumers(ONE).chunked(2, CAPACITY));
        }
    }

    /** One queue under test. */
    public static final class MpscGrowable extends Mpsc {
        public MpscGrowable() {
            super(Queues.producers(MANY).consumers(ONE).growable(1, CAPACITY));
        }
    }

    /** One queue under test. */
    public static final class MpscUnbounded extends Mpsc {
        public MpscUnbounded() {
            super(Queues.producers(MANY).consumers(ONE).unbounded(2));
        }
    }

    /** One queue under test. */
    public static final class MpscHotUnbounded extends Mpsc {
        public MpscHotUnbounded() {
            super(SmallChunks.hot(MANY), FEW);
        }
    }

    /** One queue under test. */
    public static final class MpscLinked extends Mpsc {
        public MpscLinked() {
            super(Queues.producers(MANY).consumers(ONE).linked());
        }
    }

    /** The operations of Spmc, each in the group of its side. */
    public abstract static class Spmc extends Calls {
        Spmc(MessagePassingQueue<Object> queue) {
            this(queue, 0);
        }

        Spmc(MessagePassingQueue<Object> queue, int usedBefore) {
            super(queue, usedBefore);
        }

        @Override
        @Operation(nonParallelGroup = "producer")
        public boolean offer(@Param(gen = IntGen.class, conf = "1:5") int element) {
            return super.offer(element);
        }

        @Override
        @Operation(nonParallelGroup = "producer")
        public int fill(
                @Param(gen = IntGen.class, conf = "1:5") int first,
                @Param(gen = IntGen.class, conf = "2:3") int length) {
            return super.fill(first, length);
        }

        @Override
        @Operation
        public Integer poll() {
            return super.poll();
        }

        @Override
        @Operation
        public Integer peek() {
            return super.peek();
        }

        @Override
        @Operation
        public List<Object> drain(@Param(gen = IntGen.class, conf = "2:3") int length) {
            return super.drain(length);
        }
    }

    /** One queue under test. */
    public static final class SpmcArray extends Spmc {
        public SpmcArray() {
            super(Queues.producers(ONE).consumers(MANY).array(CAPACITY), NEAR_THE_END);
        }
    }

    /** One queue under test. */
    public static final class SpmcRing extends Spmc {
        public SpmcRing() {
            super(SmallChunks.ring(ONE, MANY, CAPACITY), FEW);
        }
    }

    /** One queue under test. */
    public static final class SpmcChunked extends Spmc {
        public SpmcChunked() {
            super(Queues.producers(ONE).consumers(MANY).chunked(2, CAPACITY));
        }
    }

    /** One queue under test. */
    public static final class SpmcGrowable extends Spmc {
        public SpmcGrowable() {
            super(Queues.producers(ONE).consumers(MANY).growable(1, CAPACITY));
        }
    }

    /** One queue under test. */
    public static final class SpmcUnbounded extends Spmc {
        public SpmcUnbounded() {
            super(Queues.producers(ONE).consumers(MANY).unbounded(2));
        }
    }

    /** One queue under test. */
    public static final class SpmcLinked extends Spmc {
        public SpmcLinked() {
            super(Queues.producers(ONE).consumers(MANY).linked());
        }
    }

    /** The operations of Mpmc, each in the group of its side. */
    public abstract static class Mpmc extends Calls {
        Mpmc(MessagePassingQueue<Object> queue) {
            this(queue, 0);
        }

        Mpmc(MessagePassingQueue<Object> queue, int usedBefore) {
            super(queue, usedBefore);
        }

        @Override
        @Operation
        public boolean offer(@Param(gen = IntGen.class, conf = "1:5") int element) {
            return super.offer(element);
        }

        @Override
        @Operation
        public int fill(
                @Param(gen = IntGen.class, conf = "1:5") int first,
                @Param(gen = IntGen.class, conf = "2:3") int length) {
            return super.fill(first, length);
        }

        @Override
        @Operation
        public Integer poll() {
            return super.poll();
        }

        @Override
        @Operation
        public Integer peek() {
            return super.peek();
        }

        @Override
        @Operation
        public List<Object> drain(@Param(gen = IntGen.class, conf = "2:3") int length) {
            return super.drain(length);
        }
    }

    /** One queue under test. */
    public static final class MpmcArray extends Mpmc {
        public MpmcArray() {
            super(Queues.producers(MANY).consumers(MANY).array(CAPACITY), NEAR_THE_END);
        }
    }

    /** One queue under test. */
    public static final class MpmcRing extends Mpmc {
        public MpmcRing() {
            super(SmallChunks.ring(MANY, MANY, CAPACITY), FEW);
        }
    }

    /** One queue under test. */
    public static final class MpmcChunked extends Mpmc {
        public MpmcChunked() {
            super(Queues.producers(MANY).consumers(MANY).chunked(2, CAPACITY));
        }
    }

    /** One queue under test. */
    public static final class MpmcGrowable extends Mpmc {
        public MpmcGrowable() {
            super(Queues.producers(MANY).consumers(MANY).growable(1, CAPACITY));
        }
    }

    /** One queue under test. */
    public static final class MpmcUnbounded extends Mpmc {
        public MpmcUnbounded() {
            super(Queues.producers(MANY).consumers(MANY).unbounded(2));
        }
    }

    /** One queue under test. */
    public static final class MpmcLinked extends Mpmc {
        public MpmcLinked() {
            super(Queues.producers(MANY).consumers(MANY).linked());
        }
    }
}
