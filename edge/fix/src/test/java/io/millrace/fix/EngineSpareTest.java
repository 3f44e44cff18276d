package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.JournalChannel;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Mark;
import io.millrace.journal.Ownership;
import io.millrace.net.HostPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is sent where a spare holds the journal of the engine. */
class EngineSpareTest {

    @TempDir
    private Path directory;

    private final TestEngines engines = new TestEngines();
    private JournalChannel channel;

    @AfterEach
    void close() {
        engines.close();
        channel.close();
    }

    @Test
    void nothingLeavesBeforeTheSpareHoldsIt() {
        channel = Channel.journal(
                "log",
                directory,
                ChannelOptions.defaults()
                        .withJournal(JournalOptions.defaults()
                                .withSegmentSizeBytes(1 << 20)
                                .withOwnership(Ownership.SHARED)));
        Journal held = channel.journal().orElseThrow();
        held.becomeSource(0);
        FixJournal journal = FixJournal.in(channel, FixJournal.Spare.AWAITED);
        FixEngine seller = engines.open(FixEngineOptions.named("test").with(journal));
        FixSession accepted = seller.add(TestEngines.acceptor(TestEngines.SELL), (_, _, _) -> {});
        HostPort port = seller.listen(TestEngines.anyPort());
        List<String> got = new ArrayList<>();
        FixSession session = engines.open()
                .add(
                        TestEngines.initiator(TestEngines.BUY),
                        (_, _, order) -> got.add(order.text(11)),
                        FixDestinations.of(port));
        engines.until("the Logon", () -> accepted.sender().isLoggedOn());
        polls();
        assertFalse(session.sender().isLoggedOn());
        held.raiseMark(Mark.asAsked(journal.lastIndex())); // all but the answer
        polls();
        assertFalse(session.sender().isLoggedOn());
        held.raiseMark(Mark.asAsked(journal.lastIndex() + 1));
        engines.until("the answer", () -> session.sender().isLoggedOn());

        engines.order(accepted, 1);
        engines.order(accepted, 2);
        polls();
        assertEquals(List.of(), got);
        engines.pass(Duration.ofSeconds(9));
        polls();
        assertTrue(session.isConnected());
        held.raiseMark(Mark.asAsked(journal.lastIndex() + 1));
        engines.until("both orders", () -> got.equals(List.of("1", "2")));

        engines.order(accepted, 3);
        engines.pass(Duration.ofSeconds(11));
        engines.until("an end, since counterparties wait for no spare", () -> !accepted.isConnected());
        assertTrue(engines.hasLine("the disk or the spare does not keep what waits"), engines.lines() + "");
        assertEquals(List.of("1", "2"), got);
        held.raiseMark(Mark.asAsked(Long.MAX_VALUE));
        engines.until("the third order after the next Logon", () -> got.equals(List.of("1", "2", "3")));
    }

    private void polls() {
        for (int i = 0; i < 50; i++) {
            engines.poll();
        }
    }
}
