package io.millrace.fix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelOptions;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.journal.JournalOptions;
import io.millrace.journal.Ownership;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a process has not done before it died is done after it, and nothing twice. */
class FixDeliveryTest {

    private static final ChannelOptions SHARED = ChannelOptions.defaults()
            .withJournal(JournalOptions.defaults().withSegmentSizeBytes(1 << 16).withOwnership(Ownership.SHARED));

    @TempDir
    private Path directory;

    private final TestEngines engines = new TestEngines();
    private final List<String> errors = new ArrayList<>();

    @Test
    void eachMessageOfTheJournalBecomesOneCall() {
        for (int run = 0; run < 4; run++) {
            FixEngine engine = engine();
            try (Channel in = Channel.journal("in", directory.resolve("in"), SHARED)) {
                FixSession session = engine.named(TestEngines.SELL);
                receive(engine, session, 2 * run + 1); // before the delivery, as if the process had died in between
                try (FixDelivery _ = FixDelivery.open(engine, journal, in, new FixTextCalls(), this::note)) {
                    receive(engine, session, 2 * run + 2);
                }
                assertEquals(numbers(2 * run + 2), received(in));
            }
            engines.close(engine);
        }
        assertEquals(List.of(), errors);
    }

    @Test
    void eachCallIsSentOnceOrRefusedWithItsReason() {
        List<String> texts = List.of(
                "FIX.4.4:SELL->BUY 35=8|37=1",
                "FIX.4.4:SELL->NOBODY 35=8|37=2",
                "no session 35=8|37=3",
                "FIX.4.4:SELL->BUY 37=4",
                "FIX.4.4:SELL->BUY 35=8|37=5",
                "FIX.4.4:SELL->BUY 35=8|x=6",
                "FIX.4.4:SELL->BUY 35=5|58=bye",
                "FIX.4.4:SELL->BUY 35=8|34=1|37=7",
                "FIX.4.4:SELL->BUY 35=8\u000137=7|34=1",
                "FIX.4.4:SELL->BUY 35=8|37=7");
        for (String text : texts) {
            FixEngine engine = engine();
            try (Channel out = Channel.journal("out", directory.resolve("out"), SHARED)) {
                try (ChannelWriter writer = out.writer()) {
                    int at = text.indexOf(" 3");
                    writer.as(FixTextOutput.class).send(text.substring(0, at), text.substring(at + 1));
                }
                try (FixFeed feed = FixFeed.open(engine, journal, out, new FixTextCalls(), this::note)) {
                    assertEquals(1, feed.poll(engines.nowNs()));
                    assertEquals(0, feed.poll(engines.nowNs()));
                }
            }
            engines.close(engine);
        }
        FixEngine engine = engine();
        FixStore store = journal.store(TestEngines.SELL);
        assertEquals(4, store.nextOutgoing());
        for (int number = 1; number <= 3; number++) {
            assertTrue(store.find(number));
            String message = FixText.latin(store.bytes(), 0, store.length());
            assertTrue(message.contains("\u000137=" + List.of(1, 5, 7).get(number - 1) + "\u0001"), message);
        }
        engines.close(engine);
        assertEquals(7, errors.size(), errors + "");
        assertTrue(errors.get(0).contains("the session is not known session=FIX.4.4:SELL->NOBODY"), errors.get(0));
        assertTrue(errors.get(2).contains("the first field of a message is its type"), errors.get(2));
        assertTrue(errors.get(3).contains("a field is TAG=VALUE field=x=6"), errors.get(3));
        assertTrue(errors.get(4).endsWith("messages of the session tag=35 value=5"), errors.get(4));
        assertTrue(errors.get(5).endsWith("fields of the session tag=34 value=1"), errors.get(5));
        assertTrue(errors.get(6).endsWith("cannot hold this character tag=35 character=1"), errors.get(6));
    }

    /** The version of the Logon counts, also where the process has ended since, and where retention has removed it. */
    @Test
    void aMessageIsReadByTheVersionOfItsLogon() {
        FixDictionary transport = Samples.dictionary("FIXT11.xml");
        FixDictionary sp2 = FixDictionary.combine(transport, Samples.dictionary("FIX50SP2.xml"));
        FixDictionary first = FixDictionary.combine(transport, Samples.dictionary("FIX50.xml"));
        FixSessionId id = new FixSessionId("FIXT.1.1", "SELL", "BUY");
        FixSettings settings = FixSettings.session(id, first)
                .applicationVersion("7")
                .dictionaries(Map.of("9", sp2))
                .build();
        List<String> types = new ArrayList<>();
        FixCalls calls = new Types(types);
        for (int run = 1; run <= 4; run++) {
            journal = TestEngines.journal(directory.resolve("fix"));
            FixEngine engine = engines.open(FixEngineOptions.named("test").with(journal));
            FixSession session = engine.add(settings, (_, _, _) -> {});
            FixStore store = journal.store(id);
            if (run < 4) {
                store.begin(engine.nowNs());
                store.version(run == 2 ? "7" : "9");
                store.loggedOn();
                byte[] bytes = Samples.framed(
                        "FIXT.1.1", "35=BX|34=" + run + "|49=BUY|52=20260302-08:00:00.000|56=SELL|1346=a|");
                store.application(run, bytes, 0, bytes.length);
                store.commit();
            }
            if (run > 1) { // those of earlier runs come here, whatever ended the process before
                try (Channel in = Channel.journal("in", directory.resolve("in"), SHARED);
                        FixDelivery _ = FixDelivery.open(engine, journal, in, calls, this::note)) {
                    assertFalse(session.isConnected());
                }
            }
            engines.close(engine);
        }
        assertEquals(List.of("ApplicationMessageRequestAck", "unknown", "ApplicationMessageRequestAck"), types);
        assertEquals(List.of(), errors);
    }

    /** A peer that states another version with each Logon costs no memory, and each message is read by its own. */
    @Test
    void versionsThatChangeWithEachLogonAreNotKeptInMemory() {
        FixDictionary transport = Samples.dictionary("FIXT11.xml");
        FixSessionId id = new FixSessionId("FIXT.1.1", "SELL", "BUY");
        FixSettings settings = FixSettings.session(
                        id, FixDictionary.combine(transport, Samples.dictionary("FIX50.xml")))
                .applicationVersion("7")
                .dictionaries(Map.of("9", FixDictionary.combine(transport, Samples.dictionary("FIX50SP2.xml"))))
                .build();
        int logons = 500;
        List<String> expected = new ArrayList<>();
        journal = TestEngines.journal(directory.resolve("fix"));
        FixStore store = journal.store(id);
        for (int number = 1; number <= logons; number++) {
            boolean second = number % 2 == 0;
            store.begin(number);
            store.version(second ? "9" : "7");
            byte[] bytes = Samples.framed(
                    "FIXT.1.1", "35=BX|34=" + number + "|49=BUY|52=20260302-08:00:00.000|56=SELL|1346=a|");
            store.application(number, bytes, 0, bytes.length);
            store.commit();
            expected.add(second ? "ApplicationMessageRequestAck" : "unknown");
        }
        assertNoCollection(store);
        journal.close();

        List<String> types = new ArrayList<>();
        for (int run = 1; run <= 2; run++) { // the second one continues after what the first has delivered
            journal = TestEngines.journal(directory.resolve("fix"));
            FixEngine engine = engines.open(FixEngineOptions.named("test").with(journal));
            engine.add(settings, (_, _, _) -> {});
            assertNoCollection(journal.store(id));
            try (Channel in = Channel.journal("in", directory.resolve("in"), SHARED);
                    FixDelivery _ = FixDelivery.open(engine, journal, in, new Types(types), this::note)) {
                assertEquals(expected, types);
                assertEquals("9", ((JournalStore) journal.store(id)).version());
            }
            engines.close(engine);
        }
        assertEquals(List.of(), errors);
    }

    /** Asserts that nothing grows in a store but its index of sent messages. */
    private static void assertNoCollection(FixStore store) {
        for (java.lang.reflect.Field field : store.getClass().getDeclaredFields()) {
            Class<?> type = field.getType();
            assertFalse(
                    java.util.Map.class.isAssignableFrom(type)
                            || java.util.Collection.class.isAssignableFrom(type)
                            || type.isArray(),
                    field::toString);
        }
    }

    /** Notes the types of messages. */
    private record Types(List<String> types) implements FixCalls {

        @Override
        public FixInput input(FixCallWriters in) {
            FixInput texts = new FixTextCalls().input(in);
            return (session, number, timeNs, message) -> {
                types.add(message.type() == null ? "unknown" : message.type().name());
                texts.message(session, number, timeNs, message);
            };
        }

        @Override
        public List<Class<?>> outputs() {
            return List.of();
        }

        @Override
        public Object output(FixOutput to) {
            return to;
        }
    }

    @Test
    void aMessageOfAnInitiatorBecomesACall() {
        journal = TestEngines.journal(directory.resolve("fix"));
        FixEngine engine = engines.open(FixEngineOptions.named("test").with(journal));
        FixSession session = engine.add(TestEngines.initiator(TestEngines.SELL), (_, _, _) -> {});
        try (Channel in = Channel.journal("in", directory.resolve("in"), SHARED);
                FixDelivery _ = FixDelivery.open(engine, journal, in, new FixTextCalls(), this::note)) {
            receive(engine, session, 1);
            assertEquals(List.of(1L), received(in));
        }
        engines.close(engine);
        assertEquals(List.of(), errors);
    }

    @Test
    void aKillIsTheEndOfAConnection() {
        for (int run = 0; run < 3; run++) {
            FixEngine engine = engine();
            try (Channel in = Channel.journal("in", directory.resolve("in"), SHARED);
                    FixDelivery _ = FixDelivery.open(engine, journal, in, new FixTextCalls(), this::note)) {
                if (run == 0) {
                    FixStore store = journal.store(TestEngines.SELL);
                    store.begin(engine.nowNs());
                    store.loggedOn();
                    store.commit();
                }
                List<String> expected =
                        run == 0 ? List.of("on FIX.4.4:SELL->BUY") : List.of("on FIX.4.4:SELL->BUY", "off");
                assertEquals(expected, connections(in));
            }
            engines.close(engine);
        }
    }

    private static List<String> connections(Channel in) {
        List<String> calls = new ArrayList<>();
        FixTextInput note = new FixTextInput() {
            @Override
            public void message(String session, long number, String msgType, String message) {
                calls.add(message);
            }

            @Override
            public void loggedOn(String session) {
                calls.add("on " + session);
            }

            @Override
            public void loggedOut(String session) {
                calls.add("off");
            }
        };
        try (ChannelReader reader = in.reader(note, ReaderOptions.defaults(), FixTextInput.class)) {
            while (reader.poll() == Poll.MESSAGE) {
                assertTrue(calls.size() < 100);
            }
        }
        return calls;
    }

    /** A session that a template has made is not there after a restart, until its peer or a call needs it. */
    @Test
    void aCallForASessionOfATemplateIsSentAfterARestart() {
        FixSessionId id = new FixSessionId("FIX.4.4", "SELL", "GUEST");
        FixTemplate template = new FixTemplate() {
            @Override
            public FixSettings settings(FixSessionId wanted) {
                return TestEngines.acceptor(wanted);
            }

            @Override
            public FixApplication application(FixSessionId wanted) {
                return (_, _, _) -> {};
            }
        };
        FixEngine first = engine();
        first.add(template);
        receive(first, first.known(id), 1);
        engines.close(first);
        FixEngine second = engine();
        second.add(template);
        try (Channel out = Channel.journal("out", directory.resolve("out"), SHARED)) {
            try (ChannelWriter writer = out.writer()) {
                writer.as(FixTextOutput.class).send("FIX.4.4:SELL->GUEST", "35=8|37=1");
                writer.as(FixTextOutput.class).send("FIX.4.4:SELL->NOBODY", "35=8|37=2");
            }
            try (FixFeed feed = FixFeed.open(second, journal, out, new FixTextCalls(), this::note)) {
                assertEquals(2, feed.poll(engines.nowNs()));
            }
        }
        assertEquals(2, journal.store(id).nextOutgoing());
        engines.close(second);
        assertEquals(1, errors.size(), errors + "");
    }

    /** Calls of classes that throw for one message. */
    private static final class Failing implements FixCalls {
        private final FixTextCalls texts = new FixTextCalls();

        @Override
        public FixInput input(FixCallWriters in) {
            FixInput to = texts.input(in);
            return (session, number, timeNs, message) -> {
                if (number == 1) {
                    throw new NullPointerException("no price");
                }
                to.message(session, number, timeNs, message);
            };
        }

        @Override
        public List<Class<?>> outputs() {
            return texts.outputs();
        }

        @Override
        public Object output(FixOutput to) {
            return (FixTextOutput) (session, message) -> {
                if (message.endsWith("37=1")) {
                    throw new NullPointerException("no number");
                }
                ((FixTextOutput) texts.output(to)).send(session, message);
            };
        }
    }

    @Test
    void callsThatThrowAreRefusedAndTheNextGoOn() {
        FixEngine engine = engine();
        FixSession session = engine.named(TestEngines.SELL);
        try (Channel in = Channel.journal("in", directory.resolve("in"), SHARED);
                Channel out = Channel.journal("out", directory.resolve("out"), SHARED)) {
            try (FixDelivery _ = FixDelivery.open(engine, journal, in, new Failing(), this::note)) {
                receive(engine, session, 1);
                receive(engine, session, 2);
            }
            assertEquals(List.of(2L), received(in));
            try (ChannelWriter writer = out.writer()) {
                writer.as(FixTextOutput.class).send("FIX.4.4:SELL->BUY", "35=8|37=1");
                writer.as(FixTextOutput.class).send("FIX.4.4:SELL->BUY", "35=8|37=2");
            }
            try (FixFeed feed = FixFeed.open(engine, journal, out, new Failing(), this::note)) {
                assertEquals(2, feed.poll(engines.nowNs()));
            }
        }
        assertEquals(2, journal.store(TestEngines.SELL).nextOutgoing());
        engines.close(engine);
        assertEquals(2, errors.size(), errors + "");
        assertTrue(errors.getFirst().endsWith("java.lang.NullPointerException: no price"), errors.getFirst());
    }

    private FixJournal journal;

    private FixEngine engine() {
        journal = TestEngines.journal(directory.resolve("fix"));
        FixEngine engine = engines.open(FixEngineOptions.named("test").with(journal));
        engine.add(TestEngines.acceptor(TestEngines.SELL), (_, _, _) -> {});
        return engine;
    }

    private void note(Throwable error) {
        errors.add(error.getMessage());
    }

    private void receive(FixEngine engine, FixSession session, int number) {
        byte[] bytes = Samples.framed(
                "FIX.4.4", "35=D|34=" + number + "|49=BUY|52=20260302-08:00:00.000|56=SELL|11=" + number + "|");
        FixStore store = journal.store(session.settings().id());
        store.begin(engine.nowNs());
        store.application(number, bytes, 0, bytes.length);
        store.commit();
    }

    private static List<Long> numbers(int last) {
        List<Long> numbers = new ArrayList<>();
        for (long number = 1; number <= last; number++) {
            numbers.add(number);
        }
        return numbers;
    }

    private static List<Long> received(Channel in) {
        List<Long> numbers = new ArrayList<>();
        FixTextInput note = (_, number, _, _) -> numbers.add(number);
        try (ChannelReader reader = in.reader(note, ReaderOptions.defaults(), FixTextInput.class)) {
            while (reader.poll() == Poll.MESSAGE) {
                assertTrue(numbers.size() < 100);
            }
        }
        return numbers;
    }
}
