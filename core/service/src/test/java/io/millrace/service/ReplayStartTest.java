package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelWriter;
import io.millrace.journal.Direction;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.PeriodPolicy;
import io.millrace.journal.ReaderPolicy;
import io.millrace.journal.RetentionPolicy;
import io.millrace.service.ReplayDifference.Kind;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replays that begin at saved states: snapshots, and openings of periods. */
class ReplayStartTest {

    private static final RetentionPolicy READ = RetentionPolicy.keepAll().withReaders(ReaderPolicy.REMOVE_READ);
    private static final RetentionPolicy CLOSED = RetentionPolicy.keepAll().withPeriods(PeriodPolicy.REMOVE_CLOSED);

    @TempDir
    Path root;

    private Channel retained(String name, RetentionPolicy policy) {
        ChannelOptions small = Flow.small();
        return Channel.journal(
                name, root.resolve(name), small.withJournal(small.journal().withRetention(policy)));
    }

    private Channel read(String name) {
        return Channel.readOnly(root.resolve(name));
    }

    private void keep(RetentionPolicy policy, int inputs) {
        try (Channel input = retained("numbers", policy);
                Channel output = Flow.channel(root, "kept");
                Channel states = Flow.channel(root, "states")) {
            Flow.numbers(input, LongStream.range(0, inputs).toArray());
            Flow.run(Service.component("keeper")
                    .reads(input)
                    .writes(output)
                    .snapshots(states, 100)
                    .create(outputs -> new Keeper(outputs.as(Numbers.class))));
        }
    }

    private ReplayBuilder replay(Channel input, Channel output) {
        return Service.replay("keeper").reads(input).comparesWith(output);
    }

    @Test
    void aComparisonFromAMessageOnBeginsAtTheSnapshotBeforeIt() {
        keep(RetentionPolicy.keepAll(), 1_000);
        try (Channel input = read("numbers");
                Channel output = read("kept");
                Channel states = read("states")) {
            long at;
            try (ChannelCursor cursor = output.cursor()) {
                cursor.toEnd();
                cursor.direction(Direction.BACKWARD);
                for (int back = 0; back < 60; back++) {
                    cursor.next();
                }
                at = cursor.index();
            }
            ReplayReport report = replay(input, output)
                    .snapshots(states)
                    .from(new ReplayPosition("kept", at))
                    .run(outputs -> new Keeper(outputs.as(Numbers.class)));
            assertTrue(report.isEqual(), report::toString);
            assertTrue(report.start().orElseThrow().startsWith("snapshot=states@"), report::toString);
            assertTrue(report.inputs() <= 200, report::toString);
            assertTrue(report.calls() > 30, report::toString);
            ReplayReport whole =
                    replay(input, output).snapshots(states).run(outputs -> new Keeper(outputs.as(Numbers.class)));
            assertTrue(whole.start().isEmpty(), whole::toString);
            assertEquals(1_000, whole.inputs());
        }
    }

    @Test
    void inputsThatRetentionHasRemovedNeedASnapshot() {
        keep(READ, 20_000);
        try (Channel input = retained("numbers", READ)) {
            Journal journal = input.journal().orElseThrow();
            long deadline = System.nanoTime() + 30_000_000_000L;
            while (journal.messagesBefore(Index.NONE) == 0 && System.nanoTime() < deadline) {
                journal.retain(READ);
                LockSupport.parkNanos(1_000_000);
            }
            assertTrue(journal.messagesBefore(Index.NONE) > 0, "nothing was removed");
        }
        try (Channel input = read("numbers");
                Channel output = read("kept");
                Channel states = read("states")) {
            ServiceException lost = assertThrows(
                    ServiceException.class,
                    () -> replay(input, output).run(outputs -> new Keeper(outputs.as(Numbers.class))));
            assertTrue(lost.getMessage().startsWith("retention has removed the beginning"), lost.getMessage());
            assertTrue(lost.getMessage().contains("removed=[kept 0, numbers "), lost.getMessage());
            ReplayReport rest =
                    replay(input, output).snapshots(states).run(outputs -> new Keeper(outputs.as(Numbers.class)));
            assertTrue(rest.isEqual(), rest::toString);
            assertTrue(rest.inputs() > 0 && rest.inputs() < 20_000, rest::toString);
        }
    }

    private void book(RetentionPolicy policy) {
        Random random = new Random(1);
        try (Channel input = Flow.channel(root, "bookings");
                Channel output = retained("statements", policy)) {
            try (ChannelWriter writer = input.writer()) {
                Bookings to = writer.as(Bookings.class);
                for (int day = 0; day < 5; day++) {
                    for (int i = 0; i < 1_000; i++) {
                        to.book(random.nextInt(40), random.nextInt(-2, 3));
                    }
                    to.endOfDay();
                }
                to.book(1, 1);
            }
            input.markEnded();
            Flow.run(Service.component("ledger")
                    .reads(input)
                    .writes(output)
                    .create(outputs -> new Ledger(outputs.as(Statements.class))));
        }
    }

    private ReplayReport ledger(ComponentFactory<?> factory) {
        try (Channel input = read("bookings");
                Channel output = read("statements")) {
            return Service.replay("ledger")
                    .reads(input)
                    .comparesWith(output)
                    .limit(1_000_000)
                    .run(factory);
        }
    }

    @Test
    void openingsOfPeriodsAreRepeatedAndCompared() {
        book(RetentionPolicy.keepAll());
        ReplayReport same = ledger(outputs -> new Ledger(outputs.as(Statements.class)));
        assertTrue(same.isEqual(), same::toString);
        assertEquals(5_006, same.inputs());
        ReplayReport never = ledger(outputs -> {
            Ledger ledger = new Ledger(outputs.as(Statements.class));
            return (Bookings) new Bookings() {
                @Override
                public void book(long account, long amount) {
                    ledger.book(account, amount);
                }

                @Override
                public void endOfDay() {}
            };
        });
        assertEquals(
                5,
                never.shown().stream()
                        .filter(each ->
                                each.kind() == Kind.MISSING && each.recorded().contains("opening of a period"))
                        .count(),
                never::toString);
    }

    /** Opens no period, since a class is missing. */
    private record Unopened(Ledger ledger) implements Bookings, Balances, PeriodClosing<Balances> {

        @Override
        public void book(long account, long amount) {
            ledger.book(account, amount);
        }

        @Override
        public void endOfDay() {
            ledger.endOfDay();
        }

        @Override
        public boolean isPeriodOver() {
            return ledger.isPeriodOver();
        }

        @Override
        public Class<Balances> openingType() {
            return Balances.class;
        }

        @Override
        public void openPeriod(Balances out) {
            throw new NoClassDefFoundError("helper");
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
    void anErrorWhereAPeriodIsOpenedEndsTheReplayAndNamesTheService() {
        book(RetentionPolicy.keepAll());
        ServiceException failed = assertThrows(
                ServiceException.class,
                () -> ledger(outputs -> new Unopened(new Ledger(outputs.as(Statements.class)))));
        assertTrue(failed.getMessage().startsWith("a component threw when it opened a period service="));
        assertTrue(failed.getCause() instanceof NoClassDefFoundError, failed::toString);
    }

    @Test
    void anOutputThatBeginsWithAnOpeningIsReplayedFromThere() {
        book(CLOSED);
        try (Channel output = retained("statements", CLOSED)) {
            Journal journal = output.journal().orElseThrow();
            journal.retain(CLOSED);
            assertTrue(journal.messagesBefore(Index.NONE) > 0, "nothing was removed");
        }
        ReplayReport report = ledger(outputs -> new Ledger(outputs.as(Statements.class)));
        assertTrue(report.isEqual(), report::toString);
        assertTrue(report.start().orElseThrow().startsWith("opening=statements@"), report::toString);
        assertTrue(report.inputs() < 5_006, report::toString);
        assertEquals(List.of(), report.shown());
    }
}
