package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session with a parser, a check, a Logon and a message of its own. */
class FixExtensionTest {

    private static final long START_NS = 1_772_438_400_000_000_000L;

    @TempDir
    private Path directory;

    private final List<String> got = new ArrayList<>();

    private SessionPair pair(FixExtension acceptor, FixExtension initiator) {
        SessionPair pair = new SessionPair(
                START_NS, settings -> settings.extension(acceptor), settings -> settings.extension(initiator));
        pair.onAcceptor((_, _, message) -> got.add(message.text(35) + " " + message.text(11)));
        pair.record();
        return pair;
    }

    @Test
    void aSessionChecksWhatTheDictionaryDoesNot() {
        SessionPair pair = pair(
                new FixExtension() {
                    @Override
                    public boolean isValid(FixMessage message, FixProblem problem) {
                        return !message.isType("D")
                                || message.longValue(38) <= 1_000
                                || problem.report(FixRejectReason.VALUE_INCORRECT, 38);
                    }
                },
                FixExtension.NONE);
        pair.logOn();
        pair.sent();
        pair.send(pair.initiator(), "17");
        FixWriter large = new FixWriter().start("D").body();
        large.put(11, "18").put(55, "IBM").put(54, '1').put(38, 1_001).put(40, '1');
        large.putTimestamp(60, pair.nowNs(), FixTime.Precision.MILLISECONDS);
        pair.initiator().send(pair.nowNs(), large);
        pair.exchange();
        assertEquals(List.of("D 17"), got);
        String reject = pair.sent().getLast();
        assertTrue(reject.contains("|35=3|") && reject.contains("|371=38|") && reject.contains("|373=5|"), reject);
    }

    @Test
    void aLogonCarriesAPasswordAndIsRefusedWithoutIt() {
        FixExtension asks = new FixExtension() {
            @Override
            public String refusal(FixMessage logon) {
                return "secret".equals(logon.text(554)) ? null : "Invalid password";
            }
        };
        FixExtension tells = new FixExtension() {
            @Override
            public void logon(FixWriter logon) {
                logon.put(553, "user").put(554, "secret");
            }
        };
        SessionPair right = pair(asks, tells);
        right.logOn();
        assertTrue(right.isConnected());
        SessionPair wrong = pair(asks, FixExtension.NONE);
        wrong.connect();
        wrong.exchange();
        assertFalse(wrong.isConnected());
        assertTrue(wrong.sent().getLast().contains("|58=Invalid password|"));
    }

    @Test
    void aSessionHasMessagesOfItsOwn() throws IOException {
        FixDictionary venue = Samples.FIX44.overlaid(Files.writeString(directory.resolve("venue.yaml"), """
                fields: {Echo: {tag: 5001, type: STRING}}
                messages: {Ping: {type: U1, fields: Echo, required: Echo}}
                """));
        FixExtension extension = new FixExtension() {
            @Override
            public boolean takes(FixMessage message) {
                return message.isType("U1");
            }

            @Override
            public boolean answer(FixMessage message, FixWriter answer) {
                answer.start("U1").body().put(5001, message.text(5001) + "!");
                return !message.text(5001).endsWith("!");
            }
        };
        UnaryOperator<FixSettings.Builder> own =
                settings -> FixSettings.session(settings.build().id(), venue)
                        .role(settings.build().role())
                        .extension(extension);
        SessionPair pair = new SessionPair(START_NS, own, own);
        pair.onAcceptor((_, _, message) -> got.add(message.toString()));
        pair.onInitiator((_, _, message) -> got.add(message.toString()));
        pair.logOn();
        pair.record();
        pair.initiator().send(pair.nowNs(), new FixWriter().start("U1").body().put(5001, "a"));
        pair.exchange();
        List<String> sent = pair.sent();
        assertEquals(2, sent.size(), sent::toString);
        assertTrue(sent.getFirst().contains("|35=U1|") && sent.getFirst().contains("|5001=a|"), sent::toString);
        assertTrue(sent.getLast().startsWith("< ") && sent.getLast().contains("|5001=a!|"), sent::toString);
        assertEquals(List.of(), got);
    }

    @Test
    void aSessionRepairsWhatItsCounterpartyWritesWrongly() {
        SessionPair pair = pair(
                new FixExtension() {
                    @Override
                    public FixFault parse(
                            FixMessage into,
                            byte[] bytes,
                            int offset,
                            int length,
                            FixDictionary dictionary,
                            FixMessage.Checksum checksum) {
                        return into.parse(bytes, offset, length, dictionary, FixMessage.Checksum.NOT_CHECKED);
                    }
                },
                FixExtension.NONE);
        pair.logOn();
        byte[] order = Samples.framed(
                "FIX.4.4",
                "35=D|34=2|49=BUY|52=20260302-08:00:00.000|56=SELL|11=17|55=IBM|54=1|60=20260302-08:00:00.000|38=1|"
                        + "40=1|");
        order[order.length - 2]++;
        pair.inject(order);
        pair.exchange();
        assertEquals(List.of("D 17"), got);
    }
}
