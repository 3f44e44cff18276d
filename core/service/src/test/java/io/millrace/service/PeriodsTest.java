package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.channel.SnapshotMark.Edge;
import io.millrace.fixtures.Await;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.Ownership;
import io.millrace.journal.Period;
import io.millrace.journal.PeriodPolicy;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.RetentionPolicy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PeriodsTest {

    private static final int ACCOUNTS = 40;
    private static final RetentionPolicy CLOSED = RetentionPolicy.keepAll().withPeriods(PeriodPolicy.REMOVE_CLOSED);
    private static final RetentionPolicy READ = RetentionPolicy.keepAll().withReaders(ReaderPolicy.REMOVE_READ);

    /** Where the journal's table keeps the period; docs/format/journal.md. */
    private static final long PERIOD_OFFSET = 768;

    @TempDir
    Path root;

    private static Channel retained(Path root, String name, RetentionPolicy policy) {
        ChannelOptions small = Flow.small();
        return Channel.journal(
                name, root.resolve(name), small.withJournal(small.journal().withRetention(policy)));
    }

    /** Days of bookings, all but the last of which end. */
    private static void book(Channel channel, Random random, int days, int bookings) {
        try (ChannelWriter writer = channel.writer()) {
            Bookings to = writer.as(Bookings.class);
            for (int day = 0; day < days; day++) {
                for (int i = 0; i < bookings; i++) {
                    to.book(random.nextInt(ACCOUNTS), random.nextInt(-2, 3));
                }
                if (day < days - 1) {
                    to.endOfDay();
                }
            }
        }
        channel.markEnded();
    }

    private static ServiceTask ledger(Channel input, Channel output) {
        return Service.component("ledger")
                .reads(input)
                .writes(output)
                .create(outputs -> new Ledger(outputs.as(Statements.class)));
    }

    /** Reads what it is given; a reader of a ledger takes openings and statements. */
    private static final class Book implements Statements, Balances {
        private final List<String> lines = new ArrayList<>();

        @Override
        public void statement(long account, long balance, long turnover) {
            lines.add(account + " has " + balance + " after " + turnover);
        }

        @Override
        public void day(long number) {
            lines.add("day " + number);
        }

        @Override
        public void balance(long account, long amount) {
            lines.add(account + " begins with " + amount);
        }
    }

    private static List<String> read(Channel output, BooleanSupplier fromPeriod) {
        Book book = new Book();
        try (ChannelReader reader = output.reader(book, ReaderOptions.defaults(), Statements.class, Balances.class)) {
            if (fromPeriod.getAsBoolean()) {
                reader.toPeriod();
            }
            while (reader.poll() == Poll.MESSAGE) {
                assertTrue(reader.index() > 0);
            }
        }
        return book.lines;
    }

    private static List<String> readAll(Channel output) {
        return read(output, () -> false);
    }

    private static List<String> readPeriod(Channel output) {
        return read(output, () -> true);
    }

    /** A service that has ended has put all its periods in force. */
    private static Period period(Channel output, long number) {
        Period period = output.journal().orElseThrow().period().orElseThrow();
        assertEquals(number, period.number());
        return period;
    }

    @Test
    void aPeriodOpensWithTheStateAndWhoReadBeforePassesOverIt() {
        try (Channel input = Flow.channel(root, "bookings");
                Channel output = Flow.channel(root, "ledger")) {
            book(input, new Random(1), 3, 100);
            Flow.run(ledger(input, output));
            period(output, 2);
            List<String> all = readAll(output);
            List<String> period = readPeriod(output);
            assertTrue(all.stream().noneMatch(line -> line.contains("begins")), "openings say it again");
            assertEquals("day 2", period.getFirst());
            long balances =
                    period.stream().filter(line -> line.contains("begins")).count();
            assertTrue(balances > ACCOUNTS / 2 && balances <= ACCOUNTS, "balances=" + balances);
            List<String> statements = period.subList(1 + (int) balances, period.size());
            assertEquals(all.subList(all.size() - statements.size(), all.size()), statements);
        }
    }

    @Test
    void aRestartStartsAtTheOpeningAndGoesOnAlike() {
        List<String> expected;
        try (Channel input = Flow.channel(root.resolve("whole"), "bookings");
                Channel output = Flow.channel(root.resolve("whole"), "ledger")) {
            book(input, new Random(1), 2, 200);
            book(input, new Random(2), 2, 200);
            Flow.run(ledger(input, output));
            expected = readAll(output);
        }
        try (Channel input = Flow.channel(root, "bookings");
                Channel output = Flow.channel(root, "ledger")) {
            book(input, new Random(1), 2, 200);
            Flow.run(ledger(input, output));
            period(output, 1);
            book(input, new Random(2), 2, 200);
            ServiceTask again = ledger(input, output);
            Flow.run(again);
            assertEquals(200, again.reapplied(), "those of the present day");
            assertEquals(expected, readAll(output));
        }
    }

    @Test
    void inputsAndOutputOfClosedPeriodsGo() {
        List<String> expected;
        try (Channel input = Flow.channel(root.resolve("whole"), "bookings");
                Channel output = Flow.channel(root.resolve("whole"), "ledger")) {
            for (int run = 0; run < 3; run++) {
                book(input, new Random(run), 2, 3_000);
            }
            Flow.run(ledger(input, output));
            period(output, 3);
            expected = readPeriod(output);
        }
        for (int run = 0; run < 3; run++) {
            try (Channel input = retained(root, "bookings", READ);
                    Channel output = retained(root, "ledger", CLOSED)) {
                book(input, new Random(run), 2, 3_000);
                ServiceTask service = ledger(input, output);
                Flow.run(service);
                assertTrue(service.reapplied() <= 3_000, "reapplied=" + service.reapplied());
                Journal kept = output.journal().orElseThrow();
                long opening = period(output, run + 1).opening();
                Await.until(
                        "periods before the last one are removed",
                        () -> Index.segment(kept.firstIndex()) >= Index.segment(opening),
                        () -> "firstIndex=" + Index.toText(kept.firstIndex()) + " opening=" + Index.toText(opening));
                assertEquals(opening, kept.firstIndex());
                if (run == 2) {
                    assertTrue(input.journal().orElseThrow().messagesBefore(Index.NONE) > 0, "inputs went too");
                    assertEquals(expected, readAll(output), "who starts at the oldest that is left starts there");
                }
            }
        }
    }

    /** Copies the output to a directory of its own before each call of an opening, as a kill there would leave it. */
    private final class Copying implements Balances {
        private final Balances to;
        private final Path output;
        private final List<Path> images;

        private Copying(Balances to, Path output, List<Path> images) {
            this.to = to;
            this.output = output;
            this.images = images;
        }

        private void copy() {
            Path image = root.resolve("image-" + images.size());
            Flow.copy(output, image.resolve("ledger"));
            images.add(image);
        }

        @Override
        public void day(long number) {
            copy();
            to.day(number);
        }

        @Override
        public void balance(long account, long amount) {
            if (account % 10 == 0) {
                copy();
            }
            to.balance(account, amount);
        }
    }

    /** A ledger whose openings are copied while they are written. */
    private final class CopiedLedger implements Bookings, Balances, PeriodClosing<Balances> {
        private final Ledger ledger;
        private final Path output;
        private final List<Path> images;

        private CopiedLedger(Ledger ledger, Path output, List<Path> images) {
            this.ledger = ledger;
            this.output = output;
            this.images = images;
        }

        @Override
        public void book(long account, long amount) {
            ledger.book(account, amount);
        }

        @Override
        public void endOfDay() {
            ledger.endOfDay();
        }

        @Override
        public Class<Balances> openingType() {
            return Balances.class;
        }

        @Override
        public boolean isPeriodOver() {
            return ledger.isPeriodOver();
        }

        @Override
        public void openPeriod(Balances out) {
            ledger.openPeriod(new Copying(out, output, images));
        }

        @Override
        public void day(long number) {
            ledger.day(number);
        }

        @Override
        public void balance(long account, long amount) {
            ledger.balance(account, amount);
        }
    }

    @Test
    void aKillInTheMiddleOfAnOpeningLeavesTheOldPeriodAndItIsWrittenAgain() {
        List<Path> images = new ArrayList<>();
        List<String> all;
        List<String> period;
        Channel input = Flow.channel(root, "bookings");
        try (input) {
            book(input, new Random(3), 3, 100);
            try (Channel output = Flow.channel(root, "ledger")) {
                Flow.run(Service.component("ledger")
                        .reads(input)
                        .writes(output)
                        .create(outputs -> new CopiedLedger(
                                new Ledger(outputs.as(Statements.class)), root.resolve("ledger"), images)));
                period(output, 2);
                all = readAll(output);
                period = readPeriod(output);
            }
            assertTrue(images.size() > 6, "images=" + images.size());
            for (Path image : images) {
                try (Channel output = Flow.channel(image, "ledger")) {
                    long before = output.journal()
                            .orElseThrow()
                            .period()
                            .map(Period::number)
                            .orElse(0L);
                    assertTrue(before < 2, "the second opening is not complete in any image");
                    Book early = new Book();
                    try (ChannelReader reader =
                            output.reader(early, ReaderOptions.defaults(), Statements.class, Balances.class)) {
                        while (reader.poll() == Poll.MESSAGE) {
                            assertTrue(reader.index() > 0);
                        }
                        Flow.run(ledger(input, output));
                        while (reader.poll() == Poll.MESSAGE) {
                            assertTrue(reader.index() > 0);
                        }
                    }
                    assertEquals(all, early.lines, "who was reading when it happened");
                    assertEquals(all, readAll(output));
                    period(output, 2);
                    assertEquals(period, readPeriod(output));
                    assertEquals(1, marks(output, Edge.VOID));
                }
            }
        }
    }

    private static long marks(Channel output, Edge edge) {
        long marks = 0;
        try (ChannelCursor cursor = output.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                marks += entry == Entry.SNAPSHOT && cursor.mark().edge() == edge ? 1 : 0;
            }
        }
        return marks;
    }

    /** A ledger that opens with something else after a restart. */
    private static final class Forgetful implements Bookings, Balances, PeriodClosing<Balances> {
        private long bookings;
        private boolean over;

        private Forgetful(Statements out) {
            assertTrue(out != null);
        }

        @Override
        public void book(long account, long amount) {
            bookings++;
        }

        @Override
        public void endOfDay() {
            over = true;
        }

        @Override
        public Class<Balances> openingType() {
            return Balances.class;
        }

        @Override
        public boolean isPeriodOver() {
            return over;
        }

        @Override
        public void openPeriod(Balances out) {
            over = false;
            out.day(System.identityHashCode(this));
            out.balance(bookings, 0);
        }

        @Override
        public void day(long number) {
            bookings = 0;
        }

        @Override
        public void balance(long account, long amount) {
            bookings = account;
        }
    }

    @Test
    void openingsThatAreNotInForceAreRepeatedAndComparedByARestart() {
        try (Channel input = Flow.channel(root, "bookings")) {
            book(input, new Random(4), 3, 50);
            Period period;
            List<String> expected;
            try (Channel output = Flow.channel(root, "ledger")) {
                Flow.run(ledger(input, output));
                period = period(output, 2);
                expected = readPeriod(output);
            }
            Flow.zero(root.resolve("ledger/journal.table"), PERIOD_OFFSET, 64);
            try (Channel output = Flow.channel(root, "ledger")) {
                assertTrue(output.journal().orElseThrow().period().isEmpty());
                ServiceTask again = ledger(input, output);
                Flow.run(again);
                assertEquals(152, again.reapplied(), "all inputs");
                assertEquals(period, period(output, 2));
                assertEquals(expected, readPeriod(output));
                assertEquals(2, marks(output, Edge.END), "nothing was written again");
            }
            try (Channel output = Flow.channel(root, "forgetful")) {
                Flow.run(Service.component("ledger")
                        .reads(input)
                        .writes(output)
                        .create(outputs -> new Forgetful(outputs.as(Statements.class))));
                period(output, 2);
            }
            Flow.zero(root.resolve("forgetful/journal.table"), PERIOD_OFFSET, 64);
            try (Channel output = Flow.channel(root, "forgetful")) {
                ServiceTask other = Service.component("ledger")
                        .reads(input)
                        .writes(output)
                        .create(outputs -> new Forgetful(outputs.as(Statements.class)));
                DeterminismException differs = assertThrows(DeterminismException.class, () -> Flow.run(other));
                assertTrue(differs.getMessage().contains("day"), differs.getMessage());
            }
        }
    }

    @Test
    void aComponentThatClosesNoPeriodsIsNotMistakenForOneThatDoes() {
        try (Channel input = Flow.channel(root, "bookings");
                Channel output = Flow.channel(root, "ledger")) {
            book(input, new Random(5), 2, 10);
            Flow.run(ledger(input, output));
            period(output, 1);
            ServiceTask other = Service.component("ledger")
                    .reads(input)
                    .writes(output)
                    .create(outputs -> (Bookings) new Plain(outputs.as(Statements.class)));
            ServiceException refused = assertThrows(ServiceException.class, () -> Flow.run(other));
            assertTrue(refused.getMessage().contains("the component closes no periods"), refused.getMessage());
        }
        try (Channel input = Flow.channel(root, "more-bookings");
                Channel queue = Channel.queue("queue", 1 << 16, ChannelOptions.defaults())) {
            ServiceException refused = assertThrows(ServiceException.class, () -> ledger(input, queue));
            assertTrue(refused.getMessage().contains("only in a journal service="), refused.getMessage());
        }
        ChannelOptions small = Flow.small();
        ChannelOptions shared = small.withJournal(small.journal().withOwnership(Ownership.SHARED));
        try (Channel input = Flow.channel(root, "other-bookings");
                Channel output = Channel.journal("shared", root.resolve("shared"), shared)) {
            ServiceException refused = assertThrows(ServiceException.class, () -> ledger(input, output));
            assertTrue(refused.getMessage().contains("output=shared ownership=SHARED"), refused.getMessage());
        }
    }

    /** The same statements without periods. */
    private static final class Plain implements Bookings {
        private final Ledger ledger;

        private Plain(Statements out) {
            ledger = new Ledger(out);
        }

        @Override
        public void book(long account, long amount) {
            ledger.book(account, amount);
        }

        @Override
        public void endOfDay() {
            ledger.endOfDay();
        }
    }
}
