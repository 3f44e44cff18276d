package io.millrace.fix.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.millrace.fix.peers.FixPeer.Lack;
import io.millrace.fix.peers.FixPeer.Numbers;
import io.millrace.fix.peers.FixPeer.Role;
import io.millrace.fixtures.Await;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a session of ours and one of another engine do together, in both directions. A subclass supplies the engine. */
public abstract class InteropContract {

    @TempDir
    private Path directory;

    private FixWire wire;
    private FixPeer ours;
    private FixPeer theirs;
    private FixPeer initiator;
    private FixPeer acceptor;

    /** Creates the tests. */
    protected InteropContract() {}

    /**
     * Opens a side of the other engine.
     *
     * @param to where an initiator connects to
     */
    protected abstract FixPeer open(Role role, int to, Path in, Numbers numbers) throws Exception;

    private void start(Role role, Numbers numbers) throws Exception {
        wire = FixWire.start();
        if (role == Role.ACCEPTOR) {
            theirs = open(role, 0, directory, numbers);
            wire.to(theirs.port());
        }
        ours = MillracePeer.open(role.other(), wire.port(), directory, numbers);
        if (role == Role.INITIATOR) { // some connect as soon as they are made
            wire.to(ours.port());
            theirs = open(role, wire.port(), directory, numbers);
        }
        initiator = role == Role.INITIATOR ? theirs : ours;
        acceptor = role == Role.INITIATOR ? ours : theirs;
        connect();
    }

    private void connect() {
        initiator.connect();
        await("both are logged on", () -> ours.isLoggedOn() && theirs.isLoggedOn());
    }

    private void await(String what, BooleanSupplier condition) {
        Await.until(
                what,
                condition::getAsBoolean,
                () -> "ours=" + ours.received() + ours.complaints() + " theirs=" + theirs.received()
                        + theirs.complaints() + " initiator=" + wire.passed(Role.INITIATOR) + " acceptor="
                        + wire.passed(Role.ACCEPTOR));
    }

    private static List<String> numbers(long first, long last) {
        return LongStream.rangeClosed(first, last).mapToObj(Long::toString).toList();
    }

    private static void send(FixPeer from, long first, long last) {
        LongStream.rangeClosed(first, last).forEach(from::send);
    }

    private void awaitReceived(FixPeer at, long last) {
        await("all messages until " + last, () -> at.received().contains(Long.toString(last)));
        assertEquals(numbers(1, last), at.received());
    }

    /** Waits for messages of which some are sent again; a side without {@link Lack#ORDER} has all in their order. */
    private void awaitFilled(FixPeer at, long last, List<String> again) {
        if (!at.lacks().contains(Lack.ORDER)) {
            awaitReceived(at, last);
            return;
        }
        await("all messages until " + last, () -> at.received().size() == last);
        List<String> others = new ArrayList<>(numbers(1, last));
        others.removeAll(again);
        assertEquals(again, at.received().stream().filter(again::contains).toList());
        assertEquals(others, at.received().stream().filter(others::contains).toList());
    }

    private void assertNoComplaints() {
        for (Role role : Role.values()) {
            assertEquals(0, wire.count(role, "|35=3|"), () -> wire.passed(role).toString());
            assertEquals(0, wire.count(role, "|35=j|"), () -> wire.passed(role).toString());
            assertEquals(0, wire.count(role, "garbled"), () -> wire.passed(role).toString());
        }
        assertEquals(List.of(), ours.complaints());
        assertEquals(List.of(), theirs.complaints());
    }

    @AfterEach
    void end() throws Exception {
        try {
            if (wire != null) {
                wire.close(); // first, since some wait for a Logout of a session that is connected
            }
            if (theirs != null) {
                theirs.close();
            }
        } finally {
            if (ours != null) {
                ours.close();
            }
        }
    }

    @ParameterizedTest(name = "they are the {0}")
    @EnumSource
    void eachOrderHasItsReportAndWeLogOut(Role role) throws Exception {
        start(role, Numbers.CONTINUE);
        send(initiator, 1, 50);
        awaitReceived(initiator, 50);
        acceptor.send(51);
        awaitReceived(initiator, 51);
        assertEquals(numbers(1, 50), acceptor.received());
        ours.logout();
        awaitLogouts();
        assertNoComplaints();
        assertEquals(0, wire.count(Role.INITIATOR, "|35=2|") + wire.count(Role.ACCEPTOR, "|35=2|"));
    }

    @ParameterizedTest(name = "they are the {0}")
    @EnumSource
    void theyLogOut(Role role) throws Exception {
        start(role, Numbers.CONTINUE);
        send(initiator, 1, 1);
        awaitReceived(initiator, 1);
        theirs.logout();
        awaitLogouts();
        assertNoComplaints();
    }

    private void awaitLogouts() {
        for (Role role : Role.values()) {
            await("a Logout of both", () -> wire.count(role, "|35=5|") > 0);
        }
        await("we are disconnected", () -> !ours.isLoggedOn());
    }

    @ParameterizedTest(name = "they are the {0}")
    @EnumSource
    void whatTheyLackWeSendAgain(Role role) throws Exception {
        start(role, Numbers.CONTINUE);
        lose(ours, theirs, role.other());
        awaitFilled(theirs, 8, numbers(4, 5));
        assertTrue(wire.count(role, "|35=2|") > 0, "they have asked");
        for (String lost : List.of("4", "5")) {
            assertTrue(wire.count(role.other(), "|43=Y|", "|122=", "|11=" + lost + "|") > 0, lost);
        }
        assertNoComplaints();
    }

    /** Sends eight messages, of which the fourth and the fifth are lost. */
    private void lose(FixPeer from, FixPeer to, Role role) {
        send(from, 1, 3);
        awaitReceived(to, 3);
        wire.lose(role, role == Role.INITIATOR ? "|35=D|" : "|35=8|", 2);
        send(from, 4, 5);
        await("two are lost", () -> wire.hasLost(role));
        send(from, 6, 8);
    }

    @ParameterizedTest(name = "they are the {0}")
    @EnumSource
    void whatWeLackTheySendAgain(Role role) throws Exception {
        start(role, Numbers.CONTINUE);
        lose(theirs, ours, role);
        if (theirs.lacks().contains(Lack.MESSAGES_AGAIN)) {
            await("the numbers are filled", () -> wire.count(role, "|35=4|", "|123=Y|") > 0);
            send(theirs, 9, 9);
            await("what follows", () -> ours.received().contains("9"));
            assertEquals(List.of("1", "2", "3", "9"), ours.received());
        } else {
            awaitReceived(ours, 8);
            assertEquals(1, wire.count(role, "|43=Y|", "|11=4|"));
        }
        assertEquals(1, wire.count(role.other(), "|35=2|"));
        assertNoComplaints();
    }

    @ParameterizedTest(name = "they are the {0}")
    @EnumSource
    void numbersOfHeartbeatsAreFilled(Role role) throws Exception {
        start(role, Numbers.CONTINUE);
        if (theirs.lacks().contains(Lack.ASKED_IN_A_GAP)) { // one after the other, each shown by a heartbeat
            loseHeartbeats(role);
            awaitFills(role);
            loseHeartbeats(role.other());
            awaitFills(role.other());
        } else {
            loseHeartbeats(Role.values());
        }
        send(initiator, 1, 1);
        send(acceptor, 2, 2);
        awaitFills(Role.values());
        await("an order", () -> acceptor.received().equals(List.of("1")));
        await("two reports", () -> initiator.received().containsAll(List.of("1", "2")));
        assertEquals(2, initiator.received().size());
        assertNoComplaints();
    }

    /** Loses a heartbeat of each of the sides. */
    private void loseHeartbeats(Role... from) {
        for (Role each : from) {
            wire.lose(each, "|35=0|", 1);
        }
        for (Role each : from) {
            await("a heartbeat is lost of " + each, () -> wire.hasLost(each));
        }
    }

    private void awaitFills(Role... from) {
        for (Role each : from) {
            await("a gap fill of " + each, () -> wire.count(each, "|35=4|", "|123=Y|") > 0);
        }
    }

    @ParameterizedTest(name = "they are the {0}")
    @EnumSource
    void aSideThatHearsNothingAsksAndIsAnswered(Role role) throws Exception {
        start(role, Numbers.CONTINUE);
        for (Role silent : Role.values()) {
            wire.hold(silent);
            await("a TestRequest", () -> wire.count(silent.other(), "|35=1|") > 0);
            wire.release(silent);
            await("its answer", () -> wire.count(silent, "|35=0|", "|112=") > 0);
        }
        send(initiator, 1, 1);
        awaitReceived(initiator, 1);
        assertNoComplaints();
    }

    @ParameterizedTest(name = "they are the {0}")
    @EnumSource
    void whatWeSendWithoutAConnectionArrivesOnTheNextOne(Role role) throws Exception {
        start(role, Numbers.CONTINUE);
        send(ours, 1, 3);
        awaitReceived(theirs, 3);
        disconnect();
        send(ours, 4, 6);
        connect();
        send(ours, 7, 7);
        awaitFilled(theirs, 7, numbers(4, 6));
        assertEquals(0, wire.count(Role.ACCEPTOR, "|34=1|", "|141=Y|"));
        assertNoComplaints();
    }

    private void disconnect() throws IOException {
        int port = acceptor.port();
        wire.to(0); // nothing listens there
        wire.cut();
        await("both are disconnected", () -> !ours.isLoggedOn() && !theirs.isLoggedOn());
        wire.to(port);
    }

    @ParameterizedTest(name = "they are the {0}")
    @EnumSource
    void theirSequenceResetIsFollowed(Role role) throws Exception {
        start(role, Numbers.CONTINUE);
        assumeFalse(theirs.lacks().contains(Lack.SEQUENCE_RESET), "they send none");
        send(theirs, 1, 1);
        awaitReceived(ours, 1);
        theirs.resetTo(500);
        await("a SequenceReset", () -> wire.count(role, "|35=4|", "|36=500|") > 0);
        send(theirs, 2, 2);
        awaitReceived(ours, 2);
        assertEquals(1, wire.count(role, "|34=500|"));
        assertEquals(0, wire.count(role.other(), "|35=2|"));
        assertNoComplaints();
    }

    @ParameterizedTest(name = "they are the {0}")
    @EnumSource
    void aLogonResetsBothNumbers(Role role) throws Exception {
        start(role, Numbers.RESET_AT_LOGON);
        send(initiator, 1, 3);
        awaitReceived(initiator, 3);
        assumeFalse(role == Role.ACCEPTOR && theirs.lacks().contains(Lack.RESET_FLAG), "they do not see it");
        disconnect();
        connect();
        send(initiator, 4, 4);
        awaitReceived(initiator, 4);
        for (Role each : Role.values()) {
            assertEquals(
                    2,
                    wire.count(each, "|35=A|", "|34=1|", "|141=Y|"),
                    () -> wire.passed(each).toString());
        }
        assertEquals(0, wire.count(Role.INITIATOR, "|35=2|") + wire.count(Role.ACCEPTOR, "|35=2|"));
        assertNoComplaints();
    }
}
