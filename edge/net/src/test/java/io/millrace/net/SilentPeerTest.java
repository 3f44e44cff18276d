package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.journal.Appender;
import io.millrace.journal.Durability;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalOptions;
import io.millrace.net.StallingProxy.Mode;
import io.millrace.replication.JournalLog;
import io.millrace.replication.Losses;
import io.millrace.replication.MemberEvent;
import io.millrace.replication.MemberOptions;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A peer from which nothing comes any more, and which reads nothing, costs its own link and nothing else. */
class SilentPeerTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 20);

    /** More than what the system and a proxy take for a peer that reads nothing. */
    private static final int MANY = 1_500;

    private static final String LONG = "-".repeat(10_000);
    /** Longer than a pause of the machine: a copy that is well must not count as silent. */
    private static final long DEAD_AFTER_NS = 4_000 * Members.MS_NS;

    /** So long that it is the source which notices first that the other side is silent, and says so. */
    private static final long DEAD_AFTER_OF_COPIES_NS = 600_000 * Members.MS_NS;

    @TempDir
    Path scratch;

    private LinkOptions secured() {
        return LinkOptions.defaults()
                .withTls(new TestCertificates(scratch, "authority").identity("member", "127.0.0.1"));
    }

    @Test
    void aBlockedWriteOverTlsDelaysNobodyWhoClosesTheLink() throws Exception {
        expectCloseWithoutWaiting(secured());
    }

    @Test
    void aBlockedWriteDelaysNobodyWhoClosesTheLink() throws Exception {
        expectCloseWithoutWaiting(LinkOptions.defaults());
    }

    private static void expectCloseWithoutWaiting(LinkOptions options) throws Exception {
        CountDownLatch isOver = new CountDownLatch(1);
        try (Listener listener = Listener.start(HostPort.parse("0"), options, _ -> isOver.await());
                ClientLink client = ClientLink.connect(listener.address(), options)) {
            Link link = client.link();
            Thread writer = Thread.ofPlatform().daemon().start(() -> {
                ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 20);
                try {
                    while (true) {
                        link.write(bytes.clear());
                    }
                } catch (NetException e) {
                    assertTrue(e.getMessage().endsWith("reason=enough"), e.getMessage());
                }
            });
            Await.until("nothing is taken any more", () -> {
                long sent = link.sentBytes();
                Thread.sleep(300);
                return sent != 0 && sent == link.sentBytes();
            });
            link.close("enough");
            writer.join();
            isOver.countDown();
        }
    }

    @Test
    void aPeerThatSaysNothingInItsHandshakeIsLeftAlone() throws Exception {
        LinkOptions options = secured().withFirstMessageWithin(Duration.ofMillis(200));
        CountDownLatch reported = new CountDownLatch(1);
        LinkOptions reporting = options.withErrorHandler(error -> {
            if (error.getMessage().contains("the peer sent no valid message in time")) {
                reported.countDown();
            }
        });
        try (Listener listener = Listener.start(HostPort.parse("0"), reporting, _ -> {})) {
            try (Socket stranger =
                    new Socket(listener.address().host(), listener.address().port())) {
                byte[] client = {22, 3, 1, 64, 0
                }; // the header of a record of a handshake, whose bytes then come slowly
                stranger.getOutputStream().write(client);
                Await.until("the slow handshake is reported", () -> {
                    drip(stranger);
                    return reported.await(50, TimeUnit.MILLISECONDS);
                });
            }
            Await.until("the link of the silent peer is closed", () -> listener.links() == 0);
        }
    }

    private static void drip(Socket stranger) {
        try {
            stranger.getOutputStream().write(0);
        } catch (java.io.IOException e) {
            System.getLogger("test").log(System.Logger.Level.DEBUG, "the other side has closed", e);
        }
    }

    @Test
    void aSilentCopyOverTlsKeepsNoOtherCopyFromTheSource() throws Exception {
        expectOthersGoOn(secured());
    }

    @Test
    void aSilentCopyKeepsNoOtherCopyFromTheSource() throws Exception {
        expectOthersGoOn(LinkOptions.defaults());
    }

    private void expectOthersGoOn(LinkOptions links) throws Exception {
        HostPort behind = Members.freePort();
        Path directory = scratch.resolve("source");
        Members members = new Members(64 << 10, links);
        try (StallingProxy proxy = new StallingProxy(behind);
                Journal journal = Journal.open(directory, OPTIONS);
                Appender appender = journal.appender()) {
            TestMember<JournalLog> source = members.start(
                    behind,
                    members.options("source", proxy.address(), List.of(), Members.WAIT, DEAD_AFTER_NS),
                    directory,
                    OPTIONS);
            source.node().order(member -> {
                source.log().becomeSource();
                member.found(1, Durability.MAPPED);
                source.log().attach(journal);
            });
            TestMember<JournalLog> silent = copy(members, "silent", proxy.address());
            TestMember<JournalLog> healthy = copy(members, "healthy", behind);
            Await.until(
                    "both copies are members and stream",
                    () -> source.members() == 3 && silent.isStreaming() && healthy.isStreaming(),
                    () -> "members=" + source.members());
            proxy.set(Mode.LOSE, Mode.HOLD);
            for (int i = 0; i < MANY; i++) {
                Texts.append(appender, i + LONG);
            }
            source.await(MemberEvent.LINK_CLOSED);
            Texts.append(appender, "last");
            Await.until(
                    "all messages are acknowledged at the healthy copy",
                    () -> Texts.acknowledged(scratch.resolve("healthy")).size() == MANY + 1,
                    () -> "acknowledged="
                            + Texts.acknowledged(scratch.resolve("healthy")).size());
            assertEquals("last", Texts.all(scratch.resolve("healthy")).getLast());

            healthy.node().order(member -> member.promote(Losses.REFUSED));
            Await.until("the healthy copy is the source", healthy::isSource);
            Await.until("the former source knows that it is none", () -> !source.isSource());
            proxy.set(Mode.LOSE, Mode.LOSE);
            members.close();
        }
    }

    private TestMember<JournalLog> copy(Members members, String name, HostPort from) {
        HostPort address = Members.freePort();
        MemberOptions options =
                members.options(name, address, List.of(from.toString()), Members.WAIT, DEAD_AFTER_OF_COPIES_NS);
        return members.start(address, options, scratch.resolve(name), OPTIONS);
    }
}
