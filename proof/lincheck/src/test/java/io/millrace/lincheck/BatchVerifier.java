package io.millrace.lincheck;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jetbrains.kotlinx.lincheck.Actor;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionResult;
import org.jetbrains.kotlinx.lincheck.execution.ExecutionScenario;
import org.jetbrains.kotlinx.lincheck.execution.HBClock;
import org.jetbrains.kotlinx.lincheck.execution.ResultWithClock;
import org.jetbrains.kotlinx.lincheck.util.LincheckResult;
import org.jetbrains.kotlinx.lincheck.util.ValueResult;
import org.jetbrains.lincheck.datastructures.verifier.CachedVerifier;
import org.jetbrains.lincheck.datastructures.verifier.LinearizabilityVerifier;

/**
 * Checks a batch as single calls of its thread, one after the other, with calls of other threads between them. A fill
 * is an offer of each accepted element, a drain a poll of each removed element. If fewer elements were moved than
 * requested, one more call found the queue full or empty, unless another thread was in the middle of a call; that is
 * possible only if the side has several threads and a call overlaps.
 */
public class BatchVerifier extends CachedVerifier {

    private static final Method OFFER = method("offer", int.class);
    private static final Method POLL = method("poll");

    private final Class<?> specification;

    public BatchVerifier(Class<?> specification) {
        this.specification = specification;
    }

    /** A call, or a part of a batch, of the scenario, and the calls that had ended when it began. */
    private record Single(Actor actor, LincheckResult result, HBClock clockOnStart) {}

    @Override
    public final boolean verifyResultsImpl(ExecutionScenario scenario, ExecutionResult results) {
        List<List<ResultWithClock>> found = results.getThreadsResultsWithClock();
        if (found.stream().flatMap(List::stream).anyMatch(one -> !(one.getResult() instanceof ValueResult))) {
            return false; // no call of a queue throws
        }
        UnboundedSpecification.foresee(firstOut(scenario, results));
        try {
            // most batches have no calls of other threads between their parts, which leaves far fewer orders
            return isExplained(scenario, results) || isExplainedApart(scenario, results);
        } finally {
            UnboundedSpecification.foresee(List.of());
        }
    }

    /** Splits the batches during which other threads may have made calls. */
    private boolean isExplainedApart(ExecutionScenario scenario, ExecutionResult results) {
        List<List<ResultWithClock>> found = results.getThreadsResultsWithClock();
        List<List<Single>> threads = new ArrayList<>();
        int[][] singlesBefore = new int[found.size()][];
        for (int thread = 0; thread < found.size(); thread++) {
            List<Actor> calls = scenario.getThreads().get(thread);
            List<Single> all = new ArrayList<>();
            singlesBefore[thread] = new int[calls.size() + 1];
            for (int i = 0; i < calls.size(); i++) {
                ResultWithClock result = found.get(thread).get(i);
                if (overlapsNone(found, thread, i)) {
                    all.add(new Single(calls.get(i), result.getResult(), result.getClockOnStart()));
                } else {
                    boolean saidNo = isOfOneThreadASide(calls.get(i)) && stopsForAReason(result);
                    all.addAll(singles(calls.get(i), result, saidNo));
                }
                singlesBefore[thread][i + 1] = all.size();
            }
            threads.add(all);
        }
        return isExplained(
                new ExecutionScenario(List.of(), each(threads, Single::actor), List.of(), null),
                new ExecutionResult(
                        List.of(),
                        each(
                                threads,
                                one -> new ResultWithClock(one.result, ofSingles(one.clockOnStart, singlesBefore))),
                        List.of()));
    }

    /**
     * Returns the first removed elements in order, as far as the order is known: those of the calls before the
     * concurrent ones, then those of the concurrent calls if only one thread removed any, and then those of the calls
     * after them.
     */
    private static List<Object> firstOut(ExecutionScenario scenario, ExecutionResult results) {
        List<List<ResultWithClock>> found = results.getThreadsResultsWithClock();
        List<Object> known = new ArrayList<>();
        List<Object> behind = new ArrayList<>();
        List<List<Object>> taken = new ArrayList<>();
        for (int thread = 0; thread < found.size(); thread++) {
            int count = found.get(thread).size();
            int from = thread == 0 ? results.getInitResults().size() : 0;
            int to = thread == 0 ? count - results.getPostResults().size() : count;
            List<Object> between = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                List<Object> out = out(
                        scenario.getThreads().get(thread).get(i),
                        found.get(thread).get(i));
                if (i < from) {
                    known.addAll(out);
                } else if (i < to) {
                    between.addAll(out);
                } else {
                    behind.addAll(out);
                }
            }
            if (!between.isEmpty()) {
                taken.add(between);
            }
        }
        if (taken.size() <= 1) {
            taken.forEach(known::addAll);
            known.addAll(behind);
        }
        return known;
    }

    private static List<Object> out(Actor call, ResultWithClock found) {
        return switch (call.getMethod().getName()) {
            case "poll", "drainToConsumer" -> value(found) == null ? List.of() : List.of(value(found));
            case "drain" -> List.copyOf((List<?>) value(found));
            default -> List.of();
        };
    }

    /**
     * Creates a verifier for each run: it stores all states that it has reached, so one for all runs would fill the
     * heap.
     */
    private boolean isExplained(ExecutionScenario scenario, ExecutionResult results) {
        return new LinearizabilityVerifier(specification).verifyResults(scenario, results);
    }

    /**
     * Returns the single calls of a call; {@code saidNo} states that one call was refused if fewer elements were moved.
     */
    private static List<Single> singles(Actor call, ResultWithClock found, boolean saidNo) {
        HBClock clock = found.getClockOnStart();
        List<Single> singles = new ArrayList<>();
        String name = call.getMethod().getName();
        if (name.equals("fill")) {
            int first = (int) call.getArguments().get(0);
            int count = (int) value(found);
            boolean all = count == (int) call.getArguments().get(1);
            for (int i = 0; i < count; i++) {
                singles.add(new Single(new Actor(OFFER, List.of(first + i)), new ValueResult(true), clock));
            }
            if (!all && saidNo) {
                singles.add(new Single(new Actor(OFFER, List.of(first + count)), new ValueResult(false), clock));
            }
        } else if (name.equals("drain")) {
            List<?> elements = (List<?>) value(found);
            for (Object element : elements) {
                singles.add(new Single(new Actor(POLL, List.of()), new ValueResult(element), clock));
            }
            if (elements.size() < (int) call.getArguments().get(0) && saidNo) {
                singles.add(new Single(new Actor(POLL, List.of()), new ValueResult(null), clock));
            }
        } else {
            singles.add(new Single(call, found.getResult(), clock));
        }
        return singles;
    }

    static Object value(ResultWithClock found) {
        return ((ValueResult) found.getResult()).getValue();
    }

    /**
     * Returns whether a batch that moved fewer elements than requested must have found the queue full or empty, since
     * its side has one thread.
     */
    boolean stopsForAReason(ResultWithClock batch) {
        return true;
    }

    private static boolean isOfOneThreadASide(Actor call) {
        Class<?> type = call.getMethod().getDeclaringClass();
        return type.equals(QueueLinearizabilityTest.Spsc.class) || type.equals(Iterated.class);
    }

    /**
     * Returns whether each call of another thread ended before call {@code i} of {@code thread} began, or began after
     * it ended.
     */
    private static boolean overlapsNone(List<List<ResultWithClock>> found, int thread, int i) {
        HBClock start = found.get(thread).get(i).getClockOnStart();
        return IntStream.range(0, found.size()).filter(other -> other != thread).allMatch(other -> {
            List<ResultWithClock> calls = found.get(other);
            int next = start.get(other);
            return next == calls.size() || calls.get(next).getClockOnStart().get(thread) > i;
        });
    }

    /** Returns a clock that counts single calls; {@code clock} counts the calls of the scenario. */
    private static HBClock ofSingles(HBClock clock, int[][] singlesBefore) {
        return new HBClock(IntStream.range(0, singlesBefore.length)
                .map(thread -> singlesBefore[thread][clock.get(thread)])
                .toArray());
    }

    private static <T> List<List<T>> each(List<List<Single>> threads, Function<Single, T> part) {
        return threads.stream().map(all -> all.stream().map(part).toList()).toList();
    }

    private static Method method(String name, Class<?>... parameters) {
        try {
            return Calls.class.getMethod(name, parameters);
        } catch (NoSuchMethodException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
