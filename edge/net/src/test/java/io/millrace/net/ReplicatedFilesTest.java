package io.millrace.net;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fixtures.Await;
import io.millrace.fixtures.CuttingProxy;
import io.millrace.journal.Appender;
import io.millrace.journal.CopyWriter;
import io.millrace.journal.Durability;
import io.millrace.journal.FailPoint;
import io.millrace.journal.FaultInjector;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Period;
import io.millrace.journal.RetentionPolicy;
import io.millrace.replication.FileMemberStore;
import io.millrace.replication.JournalLog;
import io.millrace.replication.Losses;
import io.millrace.replication.MemberEvent;
import io.millrace.replication.MemberOptions;
import io.millrace.replication.MissingPolicy;
import io.millrace.replication.Role;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replication over real sockets and files: members hold the same journal, whatever is stopped, cut or promoted. */
class ReplicatedFilesTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 16);

    @TempDir
    Path scratch;

    private final Members members = new Members(2_000);

    private Path directory(TestMember<JournalLog> member) {
        return scratch.resolve(member.name());
    }

    private List<String> texts(TestMember<JournalLog> member) {
        return Texts.all(directory(member));
    }

    private List<String> acknowledged(TestMember<JournalLog> member) {
        return Texts.acknowledged(directory(member));
    }

    private TestMember<JournalLog> member(String name, HostPort listen, HostPort address, List<String> seeds) {
        return members.start(listen, members.options(name, address, seeds), scratch.resolve(name), OPTIONS);
    }

    private TestMember<JournalLog> source(int count) {
        Journal.open(scratch.resolve("source"), OPTIONS).close();
        HostPort address = Members.freePort();
        return found(member("source", address, address, List.of()), count);
    }

    private static TestMember<JournalLog> found(TestMember<JournalLog> source, int count) {
        source.node().order(member -> {
            source.log().becomeSource();
            member.found(count, Durability.MAPPED);
        });
        return source;
    }

    private TestMember<JournalLog> copy(String name, HostPort source) {
        HostPort address = Members.freePort();
        return member(name, address, address, List.of(source.toString()));
    }

    private TestMember<JournalLog> again(TestMember<JournalLog> member) {
        member.close();
        return member(member.name(), member.address(), member.address(), List.of());
    }

    @AfterEach
    void close() throws Exception {
        members.close();
    }

    @Test
    void aCopyHasTheMessagesOfAnAppenderBesideTheReplication() throws Exception {
        TestMember<JournalLog> source = source(1);
        List<String> expected = new ArrayList<>();
        TestMember<JournalLog> copy = copy("copy", source.address());
        try (Journal journal = Journal.open(directory(source), OPTIONS);
                Appender appender = journal.appender()) {
            for (int i = 0; i < 3_000; i++) {
                expected.add("message " + i + "-".repeat(i % 100));
                Texts.append(appender, expected.getLast());
            }
            Await.until(
                    "3000 messages are acknowledged at the source",
                    () -> acknowledged(source).size() == 3_000,
                    () -> "acknowledged=" + acknowledged(source).size());
            Await.until(
                    "3000 messages are acknowledged at the copy",
                    () -> acknowledged(copy).size() == 3_000,
                    () -> "acknowledged=" + acknowledged(copy).size());
            assertEquals(expected, texts(copy));
        }
        assertTrue(Files.exists(directory(copy).resolve("00000002.segment")));
        close();
        Texts.assertSound(directory(source));
        Texts.assertSound(directory(copy));
        assertTrue(members.errors().isEmpty(), members.errors()::toString);
    }

    /** Returns whether a member has a message; while it is cut, readers that are open are told so. */
    private boolean hasAfterCut(TestMember<JournalLog> host, String text) {
        try {
            return texts(host).contains(text);
        } catch (JournalException e) {
            assertTrue(e.getMessage().startsWith("copy was replaced or cut while it was open"), e.getMessage());
            return false;
        }
    }

    private boolean endsWith(TestMember<JournalLog> host, String beginning) {
        List<String> texts = acknowledged(host);
        return !texts.isEmpty() && texts.getLast().startsWith(beginning);
    }

    @Test
    void retentionOfTheSourceWaitsForACopyWhichHasItsOwn() throws Exception {
        TestMember<JournalLog> source = source(1);
        HostPort address = Members.freePort();
        RetentionPolicy nothing = RetentionPolicy.keepAll().withMaxSizeBytes(0);
        TestMember<JournalLog> copy = members.start(
                address,
                members.options("copy", address, List.of(source.address().toString())),
                scratch.resolve("copy"),
                OPTIONS.withRetention(nothing));
        try (Journal journal = Journal.open(directory(source), OPTIONS);
                Appender appender = journal.appender()) {
            for (int i = 0; i < 4_000; i++) {
                Texts.append(appender, "message " + i + "-".repeat(60));
            }
            Await.until(
                    "the copy has all messages and not all acknowledgements",
                    () -> endsWith(copy, "message 3999") && acknowledged(copy).size() < 4_000,
                    () -> "messages=" + texts(copy).size() + " acknowledged="
                            + acknowledged(copy).size());
            assertTrue(Files.exists(directory(source).resolve("00000000.segment")));
            copy.close();
            Await.until(
                    "the position of the copy is at the end",
                    () -> journal.info().positions().stream()
                            .anyMatch(position -> position.name().equals("replica/copy") && position.unread() == 0),
                    () -> "positions=" + journal.info().positions());
            for (int i = 0; i < 4_000; i++) {
                Texts.append(appender, "later " + i + "-".repeat(60));
            }
            Await.until(
                    "only the copy holds segments",
                    () -> journal.retain(nothing).heldBy().equals(List.of("replica/copy")),
                    () -> "heldBy=" + journal.retain(nothing).heldBy());
            assertEquals(
                    4_000,
                    journal.messages()
                            - journal.messagesBefore(journal.replica("copy").index() + 1));
            Await.until(
                    "retention removes a segment in spite of the copy",
                    () -> !journal.retain(nothing.withMaxBytesForCopies(0))
                            .segments()
                            .isEmpty());
        }
    }

    private static long openPeriod(Journal journal, Appender appender, String state) {
        appender.startSegment();
        long opening = Texts.append(appender, state);
        appender.awaitSynced(opening);
        journal.openPeriod(opening, opening);
        return opening;
    }

    private Optional<Period> period(TestMember<JournalLog> member) {
        if (!Journal.exists(directory(member))) {
            return Optional.empty();
        }
        try (Journal journal = Journal.openReadOnly(directory(member))) {
            return journal.period();
        }
    }

    @Test
    void periodsTravelWheneverTheyAreOpened() {
        TestMember<JournalLog> source = source(1);
        try (Journal journal = Journal.open(directory(source), OPTIONS);
                Appender appender = journal.appender()) {
            Texts.append(appender, "before");
            long first = openPeriod(journal, appender, "first");
            TestMember<JournalLog> copy = copy("copy", source.address());
            Await.until(
                    "the copy has the first period",
                    () -> period(copy).equals(Optional.of(new Period(1, first))),
                    () -> "period=" + period(copy));
            long second = openPeriod(journal, appender, "second");
            Await.until(
                    "the copy has the second period",
                    () -> period(copy).equals(Optional.of(new Period(2, second))),
                    () -> "period=" + period(copy));
            copy.close();
            long third = openPeriod(journal, appender, "third");
            TestMember<JournalLog> later = again(copy);
            Await.until(
                    "the later copy has the third period",
                    () -> period(later).equals(Optional.of(new Period(3, third))),
                    () -> "period=" + period(later));
            source.close();
            later.node().order(member -> member.promote(Losses.REFUSED));
            Await.until("the later copy is the source", later::isSource);
            try (Journal continued = Journal.open(directory(later), OPTIONS);
                    Appender next = continued.appender()) {
                long fourth = openPeriod(continued, next, "fourth");
                assertEquals(Optional.of(new Period(4, fourth)), continued.period());
            }
        }
        Texts.assertSound(scratch.resolve("copy"));
    }

    @Test
    void aCopyThatIsBehindRetentionIsResetAndBeginsWhereTheSourceBegins() throws Exception {
        TestMember<JournalLog> source = source(1);
        TestMember<JournalLog> copy = copy("copy", source.address());
        RetentionPolicy nothing = RetentionPolicy.keepAll().withMaxSizeBytes(0).withMaxBytesForCopies(0);
        try (Journal journal = Journal.open(directory(source), OPTIONS);
                Appender appender = journal.appender()) {
            Texts.append(appender, "first");
            Await.until(
                    "one message is acknowledged at the copy",
                    () -> acknowledged(copy).size() == 1,
                    () -> "acknowledged=" + acknowledged(copy).size());
            copy.close();
            for (int i = 0; i < 4_000; i++) {
                Texts.append(appender, "later " + i + "-".repeat(60));
            }
            Await.until(
                    "retention removes a segment",
                    () -> !journal.retain(nothing).segments().isEmpty());
            TestMember<JournalLog> later = again(copy);
            String stopped = later.await(MemberEvent.STOPPED);
            assertTrue(stopped.contains("copy the journal from segment="), stopped);
            later.node().order(member -> member.reset());
            Await.until(
                    "the copy has what was appended later", () -> hasAfterCut(later, "later 3999" + "-".repeat(60)));
            Texts.append(appender, "last");
            Await.until(
                    "the last message is acknowledged at the copy",
                    () -> acknowledged(later).contains("last"),
                    () -> "acknowledged=" + acknowledged(later).size());
            assertEquals(texts(source), texts(later));
        }
        assertEquals(List.of("first"), Texts.all(scratch.resolve("copy.cut-1")));
        Texts.assertSound(scratch.resolve("copy"));
    }

    @Test
    void whatCopiesHeldIsKnownAfterARestartWhileDegraded() {
        MissingPolicy degrade = new MissingPolicy.Degrade(Members.MS_NS);
        Journal.open(scratch.resolve("source"), OPTIONS).close();
        HostPort address = Members.freePort();
        MemberOptions options = members.options("source", address, List.of(), degrade, 5_000 * Members.MS_NS);
        TestMember<JournalLog> source = found(members.start(address, options, scratch.resolve("source"), OPTIONS), 1);
        TestMember<JournalLog> copy = copy("copy", source.address());
        try (Journal journal = Journal.open(directory(source), OPTIONS);
                Appender appender = journal.appender()) {
            Texts.append(appender, "held by both");
            Await.until(
                    "the copy has the acknowledged message and the source is not degraded",
                    () -> acknowledged(copy).size() == 1 && !journal.mark().isDegraded(),
                    () -> "acknowledged=" + acknowledged(copy).size() + " mark=" + journal.mark());
            long certain = journal.mark().boundary();
            copy.close();
            Texts.append(appender, "held by one");
            Await.until(
                    "2 messages are acknowledged at the source",
                    () -> acknowledged(source).size() == 2,
                    () -> "acknowledged=" + acknowledged(source).size());
            assertEquals(certain, journal.mark().certain());
            source.close();
            try (JournalLog log = JournalLog.open(directory(source), OPTIONS, new FileMemberStore(directory(source)))) {
                assertEquals(certain, log.certain());
                assertTrue(log.mark() > certain);
            }
        }
    }

    @Test
    void appendsAreRefusedWhileCopiesAreMissingWhoeverAppends() {
        Journal.open(scratch.resolve("source"), OPTIONS).close();
        HostPort address = Members.freePort();
        MemberOptions options =
                members.options("source", address, List.of(), new MissingPolicy.Fail(), 5_000 * Members.MS_NS);
        try (Journal journal = Journal.open(scratch.resolve("source"), OPTIONS);
                Appender appender = journal.appender()) {
            Texts.append(appender, "without replication");
            TestMember<JournalLog> source = members.start(address, options, scratch.resolve("source"), OPTIONS);
            source.node().order(member -> source.log().becomeSource());
            source.node().order(member -> member.found(1, Durability.MAPPED));
            Await.until(
                    "appends are refused without the copy",
                    () -> refusal(appender).startsWith("too few copies are connected"),
                    () -> "refusal=" + refusal(appender));
            TestMember<JournalLog> copy = copy("copy", source.address());
            Await.until(
                    "appends are accepted", () -> refusal(appender).isEmpty(), () -> "refusal=" + refusal(appender));
            copy.close();
            Await.until(
                    "appends are refused without the copy",
                    () -> refusal(appender).startsWith("too few copies are connected"),
                    () -> "refusal=" + refusal(appender));
            TestMember<JournalLog> later = again(copy);
            Await.until(
                    "appends are accepted", () -> refusal(appender).isEmpty(), () -> "refusal=" + refusal(appender));
            source.close();
            Await.until(
                    "appends are refused without a process that replicates",
                    () -> refusal(appender).startsWith("no process replicates this journal"),
                    () -> "refusal=" + refusal(appender));
            assertTrue(texts(later).size() <= texts(source).size());
        }
        try (Journal journal = Journal.open(scratch.resolve("source"), OPTIONS);
                Appender appender = journal.appender()) {
            assertTrue(refusal(appender).startsWith("no process replicates this journal"), "from the first on");
        }
    }

    /** Appends, and returns why that was refused, or an empty text. */
    private static String refusal(Appender appender) {
        try {
            Texts.append(appender, "tried");
            return "";
        } catch (JournalException e) {
            return e.getMessage();
        }
    }

    @Test
    void membersThatAreStoppedContinueWhereTheyWere() throws Exception {
        TestMember<JournalLog> source = source(1);
        TestMember<JournalLog> copy = copy("copy", source.address());
        try (Journal journal = Journal.open(directory(source), OPTIONS);
                Appender appender = journal.appender()) {
            for (int round = 0; round < 4; round++) {
                for (int i = 0; i < 500; i++) {
                    Texts.append(appender, round + "-" + i);
                }
                int expected = 500 * (round + 1);
                TestMember<JournalLog> present = copy;
                Await.until(
                        expected + " messages are acknowledged at the copy",
                        () -> acknowledged(present).size() == expected,
                        () -> "acknowledged=" + acknowledged(present).size());
                copy = round % 2 == 0 ? again(copy) : copy;
                source = round % 2 == 1 ? again(source) : source;
            }
            Texts.append(appender, "last");
            TestMember<JournalLog> last = source;
            Await.until(
                    "2001 messages are acknowledged at the copy",
                    () -> acknowledged(last).size() == 2_001,
                    () -> "acknowledged=" + acknowledged(last).size());
        }
        assertEquals(texts(source), texts(copy));
    }

    @Test
    void aLinkThatIsCutAtAnyByteLosesAndRepeatsNothing() throws Exception {
        long seed = System.nanoTime();
        HostPort behind = Members.freePort();
        Journal.open(scratch.resolve("source"), OPTIONS).close();
        List<String> expected = new ArrayList<>();
        try (CuttingProxy proxy = CuttingProxy.start(behind.port(), seed, 20_000)) {
            TestMember<JournalLog> source = found(member("source", behind, Members.at(proxy), List.of()), 1);
            TestMember<JournalLog> copy = copy("copy", Members.at(proxy));
            try (Journal journal = Journal.open(directory(source), OPTIONS);
                    Appender appender = journal.appender()) {
                for (int i = 0; i < 5_000; i++) {
                    expected.add("message " + i + "-".repeat(i % 60));
                    Texts.append(appender, expected.getLast());
                }
                Await.until(
                        "ten cuts, or the copy has all messages",
                        () -> proxy.cuts() > 10 || texts(copy).size() == 5_000,
                        () -> "cuts=" + proxy.cuts() + " messages="
                                + texts(copy).size());
                proxy.heal();
                Await.until(
                        "5000 messages are acknowledged at the source",
                        () -> acknowledged(source).size() == 5_000,
                        () -> "acknowledged=" + acknowledged(source).size());
                assertEquals(expected, texts(copy), "seed=" + seed);
            }
            close(); // before the proxy
            Texts.assertSound(directory(copy));
        }
    }

    @Test
    void aPromotedCopyContinuesTheJournalAndTheFormerSourceIsFencedAndFollows() throws Exception {
        TestMember<JournalLog> source = source(1);
        TestMember<JournalLog> first = copy("first", source.address());
        TestMember<JournalLog> second = copy("second", source.address());
        try (Journal journal = Journal.open(directory(source), OPTIONS);
                Appender appender = journal.appender()) {
            source.node().order(_ -> source.log().attach(journal));
            Texts.append(appender, "before");
            Await.until(
                    "the source knows 3 members and the first copy knows 3 members and the second copy knows 3 members",
                    () -> source.members() == 3 && first.members() == 3 && second.members() == 3);
            Await.until(
                    "one message is acknowledged at the first copy and one message is acknowledged at the second copy",
                    () -> acknowledged(first).size() == 1
                            && acknowledged(second).size() == 1);
            first.node().order(member -> member.promote(Losses.REFUSED));
            Await.until("the first copy is the source", first::isSource);
            Await.until("the source is not the source any more", () -> !source.isSource());
            int number = first.node().ask(member -> member.state().number());
            String fenced = source.await(MemberEvent.FENCED);
            assertTrue(fenced.contains("epoch=1." + number), fenced);
            assertThrows(JournalException.class, () -> Texts.append(appender, "too late"));
        }
        try (Journal journal = Journal.open(directory(first), OPTIONS);
                Appender appender = journal.appender()) {
            Texts.append(appender, "after");
            Await.until(
                    "2 messages are acknowledged at the source and 2 messages are acknowledged at the second copy",
                    () -> acknowledged(source).size() == 2
                            && acknowledged(second).size() == 2);
        }
        assertEquals(List.of("before", "after"), texts(source));
        assertEquals(List.of("before", "after"), texts(second));
        close();
        JournalException e = assertThrows(JournalException.class, () -> Journal.open(directory(source), OPTIONS));
        assertTrue(e.getMessage().contains("is a copy"), e.getMessage());
        for (TestMember<JournalLog> host : List.of(source, first, second)) {
            Texts.assertSound(directory(host));
        }
    }

    @Test
    void whatTheFormerSourceAloneHeldIsSetAsideByAReset() throws Exception {
        TestMember<JournalLog> source = source(1);
        TestMember<JournalLog> copy = copy("copy", source.address());
        Await.until(
                "the source knows 2 members and the copy knows 2 members",
                () -> source.members() == 2 && copy.members() == 2);
        try (Journal journal = Journal.open(directory(source), OPTIONS);
                Appender appender = journal.appender()) {
            Texts.append(appender, "held by both");
            Await.until(
                    "one message is acknowledged at the copy",
                    () -> acknowledged(copy).size() == 1,
                    () -> "acknowledged=" + acknowledged(copy).size());
            source.close();
            Texts.append(appender, "held by one");
        }
        copy.node().order(member -> member.promote(Losses.REFUSED));
        copy.await(MemberEvent.PROMOTED);
        try (Journal journal = Journal.open(directory(copy), OPTIONS);
                Appender appender = journal.appender()) {
            Texts.append(appender, "of the new source");
        }
        TestMember<JournalLog> former = member("source", source.address(), source.address(), List.of());
        String stopped = former.await(MemberEvent.STOPPED);
        assertTrue(stopped.contains("reset it to set that aside"), stopped);
        assertEquals(List.of("held by both", "held by one"), texts(former));
        former.node().order(member -> member.reset());
        Await.until("the former source has what the new one appended", () -> hasAfterCut(former, "of the new source"));
        assertEquals(List.of("held by both", "of the new source"), texts(former));
        assertEquals(List.of("held by both", "held by one"), Texts.all(scratch.resolve("source.cut-1")));
        Await.until(
                "2 messages are acknowledged at the copy",
                () -> acknowledged(copy).size() == 2,
                () -> "acknowledged=" + acknowledged(copy).size());
        close();
        Texts.assertSound(directory(former));
        Texts.assertSound(directory(copy));
    }

    /** The run of a machine that has gone down since. */
    private static final class FormerRun implements FaultInjector {
        @Override
        public void reached(FailPoint point) {}

        @Override
        public UUID machineRun() {
            return new UUID(1, 2);
        }
    }

    /** Lets a copy lose the frames from an index on, which were never forced, as a loss of power may. */
    private static void losePower(Path directory, long index) throws Exception {
        CopyWriter.open(directory, OPTIONS, new FormerRun()).close(); // it was in that run that it was open last
        try (RandomAccessFile file =
                new RandomAccessFile(directory.resolve("00000000.segment").toFile(), "rw")) {
            byte[] zeros = new byte[1024];
            for (long at = Index.position(index); at < file.length(); at += zeros.length) {
                file.seek(at);
                file.write(zeros, 0, (int) Math.min(zeros.length, file.length() - at));
            }
        }
    }

    @Test
    void aCopyThatLosesPowerCountsForNothingUntilItIsFilledAgain() throws Exception {
        TestMember<JournalLog> source = source(1);
        TestMember<JournalLog> copy = copy("copy", source.address());
        Await.until(
                "the source knows 2 members and the copy knows 2 members",
                () -> source.members() == 2 && copy.members() == 2);
        try (Journal journal = Journal.open(directory(source), OPTIONS);
                Appender appender = journal.appender()) {
            for (int i = 0; i < 120; i++) {
                Texts.append(appender, "message " + i);
            }
            long lost = Texts.append(appender, "message 120");
            for (int i = 121; i < 200; i++) {
                Texts.append(appender, "message " + i);
            }
            Await.until(
                    "200 messages are acknowledged at the copy",
                    () -> acknowledged(copy).size() == 200,
                    () -> "acknowledged=" + acknowledged(copy).size());
            copy.close();
            source.close();
            losePower(scratch.resolve("copy"), lost);
            TestMember<JournalLog> later = again(copy);
            later.await(MemberEvent.NOT_WHOLE);
            assertEquals(120, texts(later).size());
            later.node().order(member -> member.promote(Losses.REFUSED));
            String failed = later.await(MemberEvent.PROMOTION_FAILED);
            assertTrue(failed.contains("whole=0 answered=copy(not whole)"), failed);
            again(source);
            later.await(MemberEvent.WHOLE);
            Await.until(
                    "200 messages are acknowledged at the later copy",
                    () -> acknowledged(later).size() == 200,
                    () -> "acknowledged=" + acknowledged(later).size());
        }
        Texts.assertSound(scratch.resolve("copy"));
    }

    @Test
    void aSourceWhoseMachineWentDownWaitsForItsPromotion() throws Exception {
        Path directory = scratch.resolve("source");
        try (Journal journal = Journal.open(directory, OPTIONS, new FormerRun());
                Appender appender = journal.appender()) {
            Texts.append(appender, "before");
        }
        HostPort address = Members.freePort();
        TestMember<JournalLog> source = again(found(member("source", address, address, List.of()), 0));
        assertFalse(source.isSource());
        assertEquals(Role.COPY, new FileMemberStore(directory).read().role());
        source.node().order(member -> member.promote(Losses.REFUSED));
        String refused = source.await(MemberEvent.PROMOTION_FAILED);
        assertTrue(refused.contains("too few members have answered needed=1 whole=0"), refused);
        source.node().order(member -> member.promote(Losses.ACCEPTED));
        source.await(MemberEvent.PROMOTED);
        try (Journal journal = Journal.open(directory, OPTIONS);
                Appender appender = journal.appender()) {
            Texts.append(appender, "after");
            Await.until(
                    "2 messages are acknowledged at the source",
                    () -> acknowledged(source).size() == 2,
                    () -> "acknowledged=" + acknowledged(source).size());
        }
        assertEquals(List.of("before", "after"), texts(source));
    }
}
