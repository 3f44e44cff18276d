package io.millrace.fuzz;

import io.millrace.fix.FixCheck;
import io.millrace.fix.FixConnection;
import io.millrace.fix.FixDictionary;
import io.millrace.fix.FixEntries;
import io.millrace.fix.FixFault;
import io.millrace.fix.FixLine;
import io.millrace.fix.FixMessage;
import io.millrace.fix.FixOption;
import io.millrace.fix.FixSession;
import io.millrace.fix.FixSessionId;
import io.millrace.fix.FixSettings;
import io.millrace.fix.FixValidator;
import io.millrace.fix.FixWriter;
import io.millrace.fix.MemoryStore;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The first byte chooses what the input is: one message for the view, a stream of bytes for a connection, or bodies of
 * messages, one a line, that are framed and sent to a session after its Logon. The view never throws, a message that
 * it accepts is the same after it was written again, and all that a session sends is well-formed.
 */
final class FixTarget implements Target {

    private static final byte SOH = 1;
    private static final long START_NS = 1_772_438_400_000_000_000L;
    private static final int LONGEST = 4096;
    private static final String HEADER = "34=%d|49=TW|52=20260302-08:00:00|56=ISLD|";

    private static final String DICTIONARY = """
            <fix major='4' minor='4'>
             <header>
              <field name='BeginString' required='Y'/><field name='BodyLength' required='Y'/>
              <field name='MsgType' required='Y'/><field name='MsgSeqNum' required='Y'/>
              <field name='PossDupFlag'/><field name='SenderCompID' required='Y'/>
              <field name='SendingTime' required='Y'/><field name='TargetCompID' required='Y'/>
              <field name='OrigSendingTime'/>
             </header>
             <trailer><field name='CheckSum' required='Y'/></trailer>
             <messages>
              <message name='Heartbeat' msgtype='0' msgcat='admin'><field name='TestReqID'/></message>
              <message name='TestRequest' msgtype='1' msgcat='admin'><field name='TestReqID' required='Y'/></message>
              <message name='ResendRequest' msgtype='2' msgcat='admin'>
               <field name='BeginSeqNo' required='Y'/><field name='EndSeqNo' required='Y'/></message>
              <message name='Reject' msgtype='3' msgcat='admin'><field name='RefSeqNum' required='Y'/>
               <field name='Text'/></message>
              <message name='SequenceReset' msgtype='4' msgcat='admin'><field name='GapFillFlag'/>
               <field name='NewSeqNo' required='Y'/></message>
              <message name='Logout' msgtype='5' msgcat='admin'><field name='Text'/></message>
              <message name='Logon' msgtype='A' msgcat='admin'><field name='HeartBtInt' required='Y'/>
               <field name='ResetSeqNumFlag'/></message>
              <message name='Order' msgtype='D' msgcat='app'>
               <field name='ClOrdID' required='Y'/>
               <group name='NoParties'><field name='PartyID'/><group name='NoSubs'><field name='SubID'/></group>
                <field name='Role' required='Y'/></group>
               <field name='DataLength'/><field name='Data'/><field name='Text'/></message>
             </messages>
             <fields>
              <field number='8' name='BeginString' type='STRING'/><field number='9' name='BodyLength' type='LENGTH'/>
              <field number='35' name='MsgType' type='STRING'/><field number='34' name='MsgSeqNum' type='SEQNUM'/>
              <field number='43' name='PossDupFlag' type='BOOLEAN'/>
              <field number='49' name='SenderCompID' type='STRING'/>
              <field number='52' name='SendingTime' type='UTCTIMESTAMP'/>
              <field number='56' name='TargetCompID' type='STRING'/>
              <field number='122' name='OrigSendingTime' type='UTCTIMESTAMP'/>
              <field number='10' name='CheckSum' type='STRING'/><field number='112' name='TestReqID' type='STRING'/>
              <field number='7' name='BeginSeqNo' type='SEQNUM'/><field number='16' name='EndSeqNo' type='SEQNUM'/>
              <field number='45' name='RefSeqNum' type='SEQNUM'/><field number='58' name='Text' type='STRING'/>
              <field number='123' name='GapFillFlag' type='BOOLEAN'/><field number='36' name='NewSeqNo' type='SEQNUM'/>
              <field number='108' name='HeartBtInt' type='INT'/>
              <field number='141' name='ResetSeqNumFlag' type='BOOLEAN'/>
              <field number='11' name='ClOrdID' type='STRING'/><field number='453' name='NoParties' type='NUMINGROUP'/>
              <field number='448' name='PartyID' type='STRING'/><field number='802' name='NoSubs' type='NUMINGROUP'/>
              <field number='523' name='SubID' type='STRING'/><field number='452' name='Role' type='INT'/>
              <field number='95' name='DataLength' type='LENGTH'/><field number='96' name='Data' type='DATA'/>
             </fields>
            </fix>
            """;

    private final FixDictionary dictionary =
            FixDictionary.read(new ByteArrayInputStream(DICTIONARY.getBytes(StandardCharsets.UTF_8)), "fuzz.xml");
    private final FixCallsCheck calls = new FixCallsCheck(dictionary);
    private final FixMessage message = new FixMessage();
    private final FixMessage sent = new FixMessage();
    private final FixValidator validator = new FixValidator(FixCheck.knownFields());

    @Override
    public void accept(byte[] input) {
        if (input.length == 0) {
            return;
        }
        byte[] rest = Arrays.copyOfRange(input, 1, input.length);
        switch (input[0] % 3) {
            case 0 -> view(rest);
            case 1 -> stream(rest, false);
            default -> stream(rest, true);
        }
    }

    private void view(byte[] bytes) {
        FixFault fault = message.parse(bytes, 0, bytes.length, dictionary);
        int end = 0;
        for (int field = 0; field < message.size(); field++) {
            Guard.check(message.start(field) >= end && message.end(field) >= message.start(field), "a field overlaps");
            end = message.end(field);
        }
        boolean valid = fault == FixFault.NONE && validator.isValid(message);
        FixEntries parties = message.group(453);
        while (parties.next()) {
            FixEntries subs = parties.group(802);
            while (subs.next()) {
                Guard.check(subs.has(523) || !valid, "a valid entry without its delimiter");
            }
        }
        if (fault == FixFault.NONE) {
            calls.check(message);
        }
        if (fault == FixFault.NONE && message.tag(1) == 9 && message.bytes()[message.start(1)] != '0') {
            String beginString = message.text(8);
            if (beginString.length() < 16 && message.text(35).length() < 8 && noEmptyFields()) {
                again(beginString);
            }
        }
    }

    private boolean noEmptyFields() {
        for (int field = 0; field < message.size(); field++) {
            if (message.tag(field) <= 0 || message.start(field) == message.end(field)) {
                return false;
            }
        }
        return true;
    }

    private void again(String beginString) {
        FixWriter writer = new FixWriter().start(message.text(35));
        for (int field = 3; field < message.size() - 1; field++) {
            writer.copy(message, field);
        }
        writer.finish(beginString);
        byte[] copy = Arrays.copyOfRange(writer.bytes(), writer.offset(), writer.offset() + writer.length());
        byte[] original = Arrays.copyOfRange(message.bytes(), message.offset(), message.offset() + message.length());
        boolean zeros = message.size() != sizeWithoutZeros(); // tags with zeros in front are written without them
        Guard.check(zeros || Arrays.equals(copy, original), "a message differs after it was written");
    }

    /** Returns the number of fields whose tags are written as they were. */
    private int sizeWithoutZeros() {
        int same = 0;
        for (int field = 0; field < message.size(); field++) {
            int digits = Integer.toString(message.tag(field)).length();
            int begin = message.start(field) - 1 - digits;
            same += begin == message.offset() || message.bytes()[begin - 1] == SOH ? 1 : 0;
        }
        return same;
    }

    private void stream(byte[] input, boolean bodies) {
        FixSettings settings = FixSettings.session(new FixSessionId("FIX.4.4", "ISLD", "TW"), dictionary)
                .longestMessage(LONGEST)
                .mostPending(16)
                .with(FixOption.REJECT_GARBLED)
                .build();
        FixWriter echo = new FixWriter();
        FixSession session = new FixSession(settings, new MemoryStore(1 << 14, 64), (of, timeNs, order) -> {
            echo.start("D").body();
            int id = order.find(11);
            if (id >= 0 && order.start(id) < order.end(id)) {
                echo.copy(order, id);
                of.send(timeNs, echo);
            }
        });
        FixConnection connection = new FixConnection(_ -> session, new Line(), LONGEST, START_NS, 1_000_000_000L);
        long now = START_NS;
        byte[] logon = framed("35=A|" + String.format(HEADER, 1) + "108=30|");
        connection.received(now, logon, 0, logon.length);
        if (bodies) {
            int number = 2;
            for (String body : new String(input, StandardCharsets.ISO_8859_1).split("\n", -1)) {
                byte[] bytes = framed(body.startsWith("35=") ? body : "35=D|" + String.format(HEADER, number) + body);
                connection.received(now, bytes, 0, bytes.length);
                number++;
            }
        } else {
            connection.received(now, input, 0, input.length);
        }
        for (int second = 0; second < 90 && connection.isOpen(); second += 15) {
            now += 15_000_000_000L;
            connection.tick(now);
        }
        connection.disconnected(now);
        Guard.check(session.receiver().nextIncoming() >= 1 && session.sender().nextOutgoing() >= 1, "a number is lost");
    }

    private static byte[] framed(String body) {
        byte[] bytes = body.replace('|', '\u0001').getBytes(StandardCharsets.ISO_8859_1);
        byte[] head = ("8=FIX.4.4\u00019=" + bytes.length + "\u0001").getBytes(StandardCharsets.ISO_8859_1);
        int sum = 0;
        for (byte b : head) {
            sum += b;
        }
        for (byte b : bytes) {
            sum += b;
        }
        String trailer = String.format("10=%03d\u0001", sum & 0xFF);
        return Bytes.join(Bytes.join(head, bytes), trailer.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Checks what a session sends. */
    private final class Line implements FixLine {

        @Override
        public void write(byte[] bytes, int offset, int length) {
            FixFault fault = sent.parse(bytes, offset, length, dictionary);
            if (fault != FixFault.NONE) {
                throw new AssertionError("a session sends a garbled message fault=" + fault + " message=" + sent);
            }
        }

        @Override
        public void close(String reason) {
            Guard.check(!reason.isEmpty(), "a connection is closed without a reason");
        }
    }

    @Override
    public List<byte[]> seeds() {
        byte[] order = framed("35=D|" + String.format(HEADER, 2)
                + "11=1|453=2|448=A|802=1|523=x|452=1|448=B|452=2|95=3|96=a|b|58=t|");
        String bodies = "11=1|58=x|\n35=1|" + String.format(HEADER, 4) + "112=T|\n35=2|" + String.format(HEADER, 3)
                + "7=1|16=0|";
        return List.of(
                Bytes.join(new byte[] {0}, order),
                Bytes.join(new byte[] {1}, order),
                Bytes.join(new byte[] {2}, bodies.getBytes(StandardCharsets.ISO_8859_1)));
    }
}
