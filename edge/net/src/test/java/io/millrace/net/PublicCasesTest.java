package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.CuttingProxy;
import io.millrace.journal.Appender;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.NotAcknowledgedException;
import io.millrace.journal.Read;
import io.millrace.journal.Tailer;
import io.millrace.replication.CopyStatus;
import io.millrace.replication.JournalLog;
import io.millrace.replication.Losses;
import io.millrace.replication.MemberEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Failures of other replicated systems that were reported in public, met by real members with files and sockets. The
 * Javadoc of each test names the report.
 */
class PublicCasesTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 20);
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final long DEAD_AFTER_NS = 1_000 * Members.MS_NS;

    @TempDir
    Path scratch;

    private final Members members = new Members(16_000);

    private TestMember<JournalLog> member(String name, HostPort listen, HostPort address, List<String> seeds) {
        return members.start(
                listen,
                members.options(name, address, seeds, Members.WAIT, DEAD_AFTER_NS),
                scratch.resolve(name),
                OPTIONS);
    }

    /** Starts a source whose address for others is given. */
    private TestMember<JournalLog> source(int count, HostPort listen, HostPort address) {
        Journal.open(scratch.resolve("source"), OPTIONS).close();
        TestMember<JournalLog> source = member("source", listen, address, List.of());
        source.node().order(member -> {
            source.log().becomeSource();
            member.found(count, Durability.MAPPED);
        });
        return source;
    }

    private TestMember<JournalLog> source(int count) {
        HostPort address = Members.freePort();
        return source(count, address, address);
    }

    private TestMember<JournalLog> copy(String name, HostPort source) {
        HostPort address = Members.freePort();
        return member(name, address, address, List.of(source.toString()));
    }

    private TestMember<JournalLog> again(TestMember<JournalLog> member) {
        return member(member.name(), member.address(), member.address(), List.of());
    }

    private List<String> texts(TestMember<JournalLog> member) {
        return Texts.all(scratch.resolve(member.name()));
    }

    private Journal journal(TestMember<JournalLog> member) {
        return Journal.open(scratch.resolve(member.name()), OPTIONS);
    }

    private static CopyStatus.Link link(TestMember<JournalLog> source, String name) {
        return source.node()
                .ask(member -> member.copies().stream()
                        .filter(copy -> copy.name().equals(name))
                        .map(CopyStatus::link)
                        .findFirst()
                        .orElseThrow());
    }

    @AfterEach
    void close() throws Exception {
        members.close();
    }

    private static String next(Tailer tailer) {
        Await.until("the first message can be read", () -> tailer.read() == Read.MESSAGE);
        return Texts.text(tailer);
    }

    /**
     * aeron-io/aeron#1690: all nodes restart, and the client never comes back. Here the clients are a writer that waits
     * for acknowledgements and a reader of a copy; neither is started again.
     */
    @Test
    void clientsContinueAfterAllMembersHaveRestarted() {
        TestMember<JournalLog> source = source(2);
        TestMember<JournalLog> first = copy("first", source.address());
        TestMember<JournalLog> second = copy("second", source.address());
        try (Journal journal = journal(source);
                Appender appender = journal.appender()) {
            appender.awaitAcknowledged(Texts.append(appender, "0"), LONG);
            try (Journal elsewhere = Journal.openReadOnly(scratch.resolve("first"));
                    Tailer tailer = elsewhere.tailer()) {
                assertEquals("0", next(tailer));
                for (int round = 1; round <= 3; round++) {
                    List.of(second, source, first).forEach(TestMember::close);
                    long index = Texts.append(appender, "" + round);
                    first = again(first);
                    source = again(source);
                    second = again(second);
                    appender.awaitAcknowledged(index, LONG);
                    assertEquals("" + round, next(tailer));
                }
            }
        }
        assertEquals(texts(source), texts(second));
    }

    /** aeron-io/aeron#1601: one follower that takes nothing from its connection stops the whole cluster. */
    @Test
    void aCopyWhoseConnectionTakesNothingHoldsUpNobody() throws Exception {
        HostPort behind = Members.freePort();
        HostPort stuckBehind = Members.freePort();
        HostPort otherBehind = Members.freePort();
        try (StallingProxy proxy = new StallingProxy(behind);
                StallingProxy toStuck = new StallingProxy(stuckBehind);
                StallingProxy toOther = new StallingProxy(otherBehind)) {
            TestMember<JournalLog> source = source(1, behind, proxy.address());
            TestMember<JournalLog> stuck = member(
                    "stuck",
                    stuckBehind,
                    toStuck.address(),
                    List.of(proxy.address().toString()));
            TestMember<JournalLog> other = member("other", otherBehind, toOther.address(), List.of(behind.toString()));
            Await.until(
                    "the source knows 3 members and the stuck copy is streaming and the other copy is streaming",
                    () -> source.members() == 3 && stuck.isStreaming() && other.isStreaming());
            proxy.set(StallingProxy.Mode.PASS, StallingProxy.Mode.HOLD);
            // a source connects to a copy that is missing, and that copy asks the other one where the source is
            toStuck.set(StallingProxy.Mode.HOLD, StallingProxy.Mode.HOLD);
            toOther.set(StallingProxy.Mode.HOLD, StallingProxy.Mode.HOLD);
            int count = 400; // of 50 KB: more than all buffers of a connection
            try (Journal journal = journal(source);
                    Appender appender = journal.appender()) {
                for (int i = 0; i < count; i++) {
                    appender.awaitAcknowledged(Texts.append(appender, i + "-".repeat(50_000)), LONG);
                }
                assertTrue(texts(stuck).size() < count);
                List.of(proxy, toStuck, toOther)
                        .forEach(each -> each.set(StallingProxy.Mode.PASS, StallingProxy.Mode.PASS));
                Await.until(
                        "the stuck copy has " + count + " messages",
                        () -> texts(stuck).size() == count,
                        () -> "messages=" + texts(stuck).size());
            }
            assertEquals(texts(other), texts(stuck));
            close(); // before the proxies
        }
    }

    /**
     * aeron-io/aeron#1903: messages that were offered with a positive result vanish after a failover. Here the positive
     * result is that waiting for the acknowledgement returned.
     */
    @Test
    void whatWasAcknowledgedSurvivesAFailoverAndWhatWasNotSaidSo() throws Exception {
        HostPort behind = Members.freePort();
        List<String> acknowledged = new ArrayList<>();
        int refused = 0;
        try (StallingProxy proxy = new StallingProxy(behind)) {
            TestMember<JournalLog> source = source(1, behind, proxy.address());
            TestMember<JournalLog> copy = copy("copy", proxy.address());
            Await.until(
                    "the source knows 2 members and the copy knows 2 members",
                    () -> source.members() == 2 && copy.members() == 2);
            try (Journal journal = journal(source);
                    Appender appender = journal.appender()) {
                for (int i = 0; i < 200; i++) {
                    if (i == 150) {
                        proxy.set(StallingProxy.Mode.LOSE, StallingProxy.Mode.LOSE);
                    }
                    try {
                        long index = Texts.append(appender, "" + i);
                        appender.awaitAcknowledged(index, i < 150 ? LONG : Duration.ofMillis(1));
                        acknowledged.add("" + i);
                    } catch (NotAcknowledgedException e) {
                        refused++;
                    }
                }
            }
            source.close(); // it is lost
            copy.node().order(member -> member.promote(Losses.REFUSED));
            copy.await(MemberEvent.PROMOTED);
            assertEquals(acknowledged, texts(copy).subList(0, acknowledged.size()));
            assertTrue(acknowledged.size() >= 150 && refused > 0, () -> "acknowledged=" + acknowledged.size());
            close(); // before the proxy
        }
    }

    /**
     * aeron-io/aeron#1788: after a flicker of the network a session continued with a silent gap. Here what was sent is
     * lost again and again, without its sender learning of it, before the connection ends.
     */
    @Test
    void whatANetworkLostIsSentAgainWithoutAGap() throws Exception {
        HostPort behind = Members.freePort();
        try (StallingProxy proxy = new StallingProxy(behind)) {
            TestMember<JournalLog> source = source(1, behind, proxy.address());
            TestMember<JournalLog> copy = copy("copy", proxy.address());
            int sent = 0;
            try (Journal journal = journal(source);
                    Appender appender = journal.appender()) {
                for (int round = 0; round < 10; round++) {
                    proxy.set(StallingProxy.Mode.PASS, StallingProxy.Mode.PASS);
                    appender.awaitAcknowledged(Texts.append(appender, "" + sent++), LONG);
                    proxy.set(StallingProxy.Mode.PASS, StallingProxy.Mode.LOSE);
                    for (int i = 0; i < 100; i++) {
                        Texts.append(appender, "" + sent++);
                    }
                    proxy.cut();
                }
                proxy.set(StallingProxy.Mode.PASS, StallingProxy.Mode.PASS);
                appender.awaitAcknowledged(Texts.append(appender, "" + sent++), LONG);
            }
            List<String> texts = texts(copy);
            for (int i = 0; i < sent; i++) {
                assertEquals("" + i, texts.get(i));
            }
            assertEquals(sent, texts.size());
            close(); // before the proxy
        }
    }

    /**
     * aeron-io/aeron#1145: a subscriber that was stopped deafens its neighbours, and the producer sees nothing. Here
     * all threads of a copy wait, as if its process was stopped.
     */
    @Test
    void aStoppedCopyIsSeenAndItsNeighbourHearsEverything() throws Exception {
        TestMember<JournalLog> source = source(1);
        TestMember<JournalLog> stopped = copy("stopped", source.address());
        TestMember<JournalLog> neighbour = copy("neighbour", source.address());
        Await.until(
                "the source knows 3 members and the stopped copy is streaming and the neighbour is streaming",
                () -> source.members() == 3 && stopped.isStreaming() && neighbour.isStreaming());
        CountDownLatch resume = new CountDownLatch(1);
        Thread stop = Thread.ofPlatform()
                .start(() ->
                        stopped.node().order(_ -> Await.until("the copy may continue", () -> resume.getCount() == 0)));
        try (Journal journal = journal(source);
                Appender appender = journal.appender()) {
            for (int i = 0; i < 100; i++) {
                appender.awaitAcknowledged(Texts.append(appender, "" + i), LONG);
            }
            Await.until(
                    "the stopped member is missing at the source",
                    () -> link(source, "stopped") == CopyStatus.Link.MISSING);
            assertEquals(100, texts(neighbour).size());
            resume.countDown();
            stop.join();
            Await.until(
                    "the stopped copy has 100 messages",
                    () -> texts(stopped).size() == 100,
                    () -> "messages=" + texts(stopped).size());
        } finally {
            resume.countDown();
        }
        assertEquals(texts(neighbour), texts(stopped));
    }

    /** OpenHFT/Chronicle-Network#219: sending reset the time-out of the heartbeat, so a dead peer was never noticed. */
    @Test
    void aPeerThatSaysNothingIsNoticedAlthoughItIsSentTo() throws Exception {
        HostPort behind = Members.freePort();
        try (StallingProxy proxy = new StallingProxy(behind)) {
            TestMember<JournalLog> source = source(1, behind, proxy.address());
            TestMember<JournalLog> copy = copy("copy", proxy.address());
            try (Journal journal = journal(source);
                    Appender appender = journal.appender()) {
                appender.awaitAcknowledged(Texts.append(appender, "first"), LONG);
                source.events().clear();
                proxy.set(StallingProxy.Mode.LOSE, StallingProxy.Mode.PASS);
                Await.until("the copy is missing at the source", () -> {
                    Texts.append(appender, "sent all the time");
                    return link(source, "copy") == CopyStatus.Link.MISSING;
                });
                String closed = source.await(MemberEvent.LINK_CLOSED);
                while (!closed.contains("the peer is silent forNs=")) { // others are not used any more
                    closed = source.await(MemberEvent.LINK_CLOSED);
                }
                proxy.set(StallingProxy.Mode.PASS, StallingProxy.Mode.PASS);
                appender.awaitAcknowledged(Texts.append(appender, "last"), LONG);
            }
            assertEquals("last", texts(copy).getLast());
            close(); // before the proxy
        }
    }

    /**
     * OpenHFT/Chronicle-Network#240: two paths of reconnecting raced, and the node stayed away for ever. Here the copy
     * connects to the source, the source to the copy that is missing, and all these connections are cut early.
     */
    @Test
    void membersThatConnectToEachOtherAtOnceFindTogether() throws Exception {
        long seed = System.nanoTime();
        HostPort sourceBehind = Members.freePort();
        HostPort copyBehind = Members.freePort();
        try (CuttingProxy toSource = CuttingProxy.start(sourceBehind.port(), seed, 1_500);
                CuttingProxy toCopy = CuttingProxy.start(copyBehind.port(), seed + 1, 1_500)) {
            TestMember<JournalLog> source = source(1, sourceBehind, Members.at(toSource));
            TestMember<JournalLog> copy = member(
                    "copy",
                    copyBehind,
                    Members.at(toCopy),
                    List.of(Members.at(toSource).toString()));
            try (Journal journal = journal(source);
                    Appender appender = journal.appender()) {
                Await.until(
                        "both proxies have cut connections",
                        () -> {
                            Texts.append(appender, "early");
                            return toSource.cuts() > 50 && toCopy.cuts() > 2;
                        },
                        () -> "toSource=" + toSource.cuts() + " toCopy=" + toCopy.cuts());
                toSource.heal();
                toCopy.heal();
                appender.awaitAcknowledged(Texts.append(appender, "last"), LONG);
            }
            assertEquals(texts(source), texts(copy), "seed=" + seed);
            close(); // before the proxies
        }
    }
}
