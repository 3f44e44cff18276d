package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class SharedAppenderTest extends AppenderContract {

    @Override
    JournalOptions options() {
        return JournalOptions.defaults().withSegmentSizeBytes(SEGMENT_BYTES).withOwnership(Ownership.SHARED);
    }

    @Test
    void appendersOfTwoJournalObjectsTakeTurns() {
        try (Journal one = Journal.open(dir, options());
                Journal two = Journal.open(dir, options());
                Appender first = one.appender();
                Appender second = two.appender();
                Appender third = two.appender()) {
            List<String> expected = new ArrayList<>();
            for (int i = 0; i < 3000; i++) {
                Appender appender = i % 3 == 0 ? first : i % 3 == 1 ? second : third;
                expected.add("message " + i);
                Messages.append(appender, "message " + i);
            }
            assertEquals(expected, Messages.readAll(one));
            assertEquals(expected, Messages.readAll(two));
            assertEquals(one.lastIndex(), two.lastIndex());
        }
    }

    @Test
    void appendersOfSeveralThreadsLoseNothingAndKeepTheirOwnOrder() throws InterruptedException {
        int threads = 4;
        int each = 5000;
        try (Journal journal = Journal.open(dir, options())) {
            AtomicReference<Throwable> error = new AtomicReference<>();
            List<Thread> running = new ArrayList<>();
            for (int t = 0; t < threads; t++) {
                String prefix = t + ":";
                running.add(Thread.ofPlatform().start(() -> {
                    try (Appender appender = journal.appender()) {
                        for (int i = 0; i < each; i++) {
                            if (i % 10 == 9) {
                                Messages.add(appender.batch(), FrameKind.DATA, prefix + i);
                                appender.publish(Appender.ANY_SEGMENT);
                            } else {
                                Messages.append(appender, prefix + i);
                            }
                        }
                    } catch (RuntimeException | Error e) {
                        error.set(e);
                    }
                }));
            }
            for (Thread thread : running) {
                thread.join();
            }
            assertEquals(null, error.get());
            int[] next = new int[threads];
            List<String> all = Messages.readAll(journal);
            for (String text : all) {
                int colon = text.indexOf(':');
                int writer = Integer.parseInt(text, 0, colon, 10);
                assertEquals(next[writer]++, Integer.parseInt(text, colon + 1, text.length(), 10));
            }
            assertEquals(threads * each, all.size());
            assertTrue(Index.segment(journal.lastIndex()) > 3);
        }
    }

    @Test
    void nothingComesBetweenWhatAConditionHasReadAndItsBatch() {
        try (Journal one = Journal.open(dir, options());
                Journal two = Journal.open(dir, options());
                Appender first = one.appender();
                Appender second = two.appender()) {
            Messages.add(first.batch(), FrameKind.DATA, "first");
            long[] later = {Index.NONE};
            long index = first.publishIf(Appender.ANY_SEGMENT, _ -> {
                later[0] = Messages.append(second, "second"); // does not wait, and is not seen before
                assertEquals(List.of(), Messages.readAll(two));
                return true;
            });
            assertTrue(index < later[0]);
            assertEquals(List.of("first", "second"), Messages.readAll(one));
        }
    }

    @Test
    void aPeriodIsOpenedBySeveralOwnersOnceAndNeverBack() {
        try (Journal one = Journal.open(dir, options());
                Journal two = Journal.open(dir, options());
                Appender appender = one.appender()) {
            List<Long> openings = new ArrayList<>();
            while (openings.size() < 3) {
                long index = Messages.append(appender, "m");
                if (Index.segment(index) > openings.size()) {
                    openings.add(index);
                }
            }
            appender.awaitSynced(appender.lastIndex());
            Period second = one.openPeriod(openings.get(1), openings.get(1)).orElseThrow();
            assertEquals(openings.get(1), second.opening());
            assertEquals(
                    second, two.openPeriod(openings.get(1), openings.get(1)).orElseThrow());
            assertEquals(
                    second, two.openPeriod(openings.get(0), openings.get(0)).orElseThrow(), "an earlier one");
            assertEquals(
                    2,
                    two.openPeriod(openings.get(2), openings.get(2))
                            .orElseThrow()
                            .number());
        }
    }

    @Test
    void theOrderOfOpeningAndClosingDoesNotMatter() {
        Journal one = Journal.open(dir, options());
        Journal two = Journal.open(dir, options());
        Appender second = two.appender();
        Messages.append(second, "a");
        one.close();
        Messages.append(second, "b");
        try (Journal three = Journal.open(dir, options());
                Appender third = three.appender()) {
            Messages.append(third, "c");
            Messages.append(second, "d");
            two.close();
            Messages.append(third, "e");
            assertEquals("[a, b, c, d, e]", Messages.readAll(three).toString());
        }
    }
}
