package io.millrace.interaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** Changes with numbers, as frames of a client in another language. */
class ChangeNumbersTest {

    interface Till {
        int add(int amount);

        CompletionStage<Integer> later(int amount);

        void fail();

        @OneWay
        void told(int amount);
    }

    private static final class OpenTill implements Till {

        private int total;
        private int calls;
        private final List<CompletableFuture<Integer>> later = new ArrayList<>();

        @Override
        public int add(int amount) {
            calls++;
            total += amount;
            return total;
        }

        @Override
        public CompletionStage<Integer> later(int amount) {
            CompletableFuture<Integer> answer = new CompletableFuture<>();
            later.add(answer);
            return answer;
        }

        @Override
        public void fail() {
            calls++;
            throw new InteractionException("the till is closed calls=" + calls);
        }

        @Override
        public void told(int amount) {
            total += amount;
        }
    }

    /** A session and what it was sent. */
    private final class Session {

        private final RecordingTransport transport = new RecordingTransport();
        private final FrameReceiver receiver = server.open(transport);

        private List<String> ask(String text) {
            receiver.received(ByteBuffer.wrap(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
            return transport.taken();
        }

        private String name() {
            String answer = ask("{'hello':1,'name':''}").getFirst();
            assertTrue(answer.matches("\\{'hello':1,'name':'[0-9a-f-]{36}'}"), answer);
            return answer.substring(19, 19 + 36);
        }

        private List<String> change(int call, int change, String method, String arguments) {
            return ask("{'call':" + call + ",'on':'Till','change':" + change + ",'method':'" + method + "','arguments':"
                    + arguments + "}");
        }
    }

    private final OpenTill till = new OpenTill();
    private final InteractionServer server =
            InteractionServer.builder().serve(Till.class, till).build();

    private Session again(Session before, String name) {
        before.receiver.closed("lost");
        Session session = new Session();
        assertEquals(List.of("{'hello':1,'name':'" + name + "'}"), session.ask("{'hello':1,'name':'" + name + "'}"));
        return session;
    }

    @Test
    void aChangeThatIsSentAgainIsAnsweredAsBefore() {
        Session first = new Session();
        String name = first.name();
        assertEquals(List.of("{'answer':1,'value':5}"), first.change(1, 1, "add", "5"));
        assertEquals(List.of("{'error':2,'text':'the till is closed calls=2'}"), first.change(2, 3, "fail", "[]"));
        Session second = again(first, name);
        assertEquals(List.of("{'answer':7,'value':5}"), second.change(7, 1, "add", "5"));
        assertEquals(List.of("{'error':8,'text':'the till is closed calls=2'}"), second.change(8, 3, "fail", "[]"));
        assertEquals(
                List.of("{'error':9,'text':'the change was not carried out, and a later one was change=2 last=3'}"),
                second.change(9, 2, "add", "5"));
        assertTrue(second.change(10, 3, "add", "5").getFirst().contains("belongs to another call"));
        assertEquals(List.of("{'answer':11,'value':6}"), second.change(11, 4, "add", "1"));
        assertEquals(6, till.total);
        assertEquals(3, till.calls);
    }

    @Test
    void aChangeThatIsBeingMadeIsWaitedForBySeveralSessions() {
        Session first = new Session();
        String name = first.name();
        assertEquals(List.of(), first.change(1, 1, "later", "5"));
        Session second = again(first, name);
        assertEquals(List.of(), second.change(4, 1, "later", "5"));
        assertEquals(1, till.later.size());
        till.later.getFirst().complete(9);
        assertEquals(List.of("{'answer':4,'value':9}"), second.transport.taken());
    }

    @Test
    void whatWasForgottenIsNotMadeAgain() {
        Session session = new Session();
        session.name();
        int many = 1_100;
        for (int i = 1; i <= many; i++) {
            session.change(i, i, "add", "1");
        }
        assertEquals(List.of("{'answer':2000,'value':" + many + "}"), session.change(2_000, many, "add", "1"));
        assertTrue(session.change(2_001, 10, "add", "1").getFirst().contains("it is not known whether"));
        assertEquals(many, till.total);
    }

    @Test
    void answersAreForgottenBeforeNumbers() {
        Session first = new Session();
        first.name();
        first.change(1, 1, "add", "1");
        first.change(2, 2, "fail", "[]");
        Session other = new Session();
        other.name();
        for (int i = 1; i <= 4_096; i++) {
            other.change(i, i, "add", "1");
        }
        assertEquals(
                List.of("{'error':3,'text':'the change was carried out before, and its answer is no longer known"
                        + " change=1'}"),
                first.change(3, 1, "add", "1"));
        assertEquals(
                List.of("{'error':4,'text':'the change has failed before, and the reason is no longer known'}"),
                first.change(4, 2, "fail", "[]"));
        assertEquals(4_097, till.total);
    }

    @Test
    void wrongNamesAndNumbersAreRefused() {
        Session stranger = new Session();
        assertTrue(stranger.ask("{'hello':1,'name':'x'}").getFirst().startsWith("{'unknown':0,'text':'the name of"));
        assertEquals(List.of(), stranger.change(1, 1, "add", "5"));
        assertEquals("the name of the client is not known", stranger.transport.end.substring(0, 35));
        Session nameless = new Session();
        assertTrue(nameless.change(1, 1, "add", "5").getFirst().contains("a session with a name"));
        Session session = new Session();
        session.name();
        assertTrue(session.ask("{'call':0,'on':'Till','change':1,'method':'told','arguments':5}")
                .getFirst()
                .contains("a call of a service that returns a value"));
        assertEquals(0, till.total);
    }
}
