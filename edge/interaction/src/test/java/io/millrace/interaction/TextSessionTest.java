package io.millrace.interaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.WireTypes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What a client in another language sends and gets. */
class TextSessionTest {

    record Point(int x, int y) {}

    interface Moved extends Callback {
        void moved(Point to);
    }

    interface Ticks extends Subscriber {
        void tick(int number, Point at);
    }

    interface Page extends AutoCloseable {
        int size();

        @Override
        void close();
    }

    interface Board {
        Point mirror(Point point);

        int add(int a, int b);

        void nothing();

        @OneWay
        void told(String text);

        CompletionStage<String> never();

        void move(Point point, Moved moved);

        Page page(int size);

        Subscription<Integer> ticks(int from, Ticks ticks);

        Subscription<Integer> rude(Ticks ticks);
    }

    private static final class MemoryBoard implements Board {

        private final StringBuilder told = new StringBuilder();
        private int cancelled;
        private String refusal = "";

        @Override
        public Point mirror(Point point) {
            return new Point(point.y(), point.x());
        }

        @Override
        public int add(int a, int b) {
            return a + b;
        }

        @Override
        public void nothing() {
            told.append("nothing");
        }

        @Override
        public void told(String text) {
            told.append(text);
        }

        @Override
        public CompletionStage<String> never() {
            return new CompletableFuture<>();
        }

        @Override
        public void move(Point point, Moved moved) {
            moved.moved(point);
        }

        @Override
        public Page page(int size) {
            return new Page() {
                @Override
                public int size() {
                    return size;
                }

                @Override
                public void close() {
                    told.append("closed");
                }
            };
        }

        @Override
        public Subscription<Integer> rude(Ticks ticks) {
            try {
                ticks.tick(1, new Point(1, 1));
            } catch (InteractionException e) {
                refusal = e.getMessage();
            }
            return ticks(1, ticks);
        }

        @Override
        public Subscription<Integer> ticks(int from, Ticks ticks) {
            int[] next = {from};
            return new ServedSubscription<>(from, ticks, new EventSource<>() {
                @Override
                public boolean next(Integer filter) {
                    if (next[0] == from) {
                        ticks.live("3:40");
                    }
                    ticks.tick(next[0]++, new Point(1, 2));
                    return true;
                }

                @Override
                public void ended(String reason) {
                    cancelled++;
                }
            });
        }
    }

    private final MemoryBoard board = new MemoryBoard();
    private final InteractionServer server = InteractionServer.builder()
            .serve(Board.class, board)
            .limits(InteractionLimits.defaults().withMaxPending(3).withMaxFrameBytes(2_000))
            .types(WireTypes.none())
            .build();
    private final RecordingTransport transport = new RecordingTransport();
    private final FrameReceiver session = server.open(transport);

    private List<String> ask(String text) {
        session.received(ByteBuffer.wrap(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
        return transport.taken();
    }

    @Test
    void callsAndAnswersAreOneObjectEach() {
        assertEquals(List.of("{'hello':1}"), ask("{'hello':1}"));
        assertEquals(
                List.of("{'answer':1,'value':{'x':2,'y':1}}"),
                ask("{'call':1,'on':'Board','method':'mirror','arguments':{'x':1,'y':2}}"));
        assertEquals(
                List.of("{'answer':2,'value':7}"),
                ask("{'call':2,'arguments':[3,4],'method':'add','on':'Board','path':'/a','transaction':'t'}"));
        assertEquals(List.of("{'answer':3}"), ask("{'call':3,'on':'Board','method':'nothing'}"));
        assertEquals(List.of(), ask("{'call':0,'on':'Board','method':'told','arguments':' text'}"));
        assertEquals("nothing text", board.told.toString());
        assertEquals(
                List.of("{'event':4,'method':'moved','arguments':{'x':1,'y':2}}"),
                ask("{'call':4,'on':'Board','method':'move','arguments':{'x':1,'y':2}}"));
        assertEquals(List.of("{'proxy':5,'on':1}"), ask("{'call':5,'on':'Board','method':'page','arguments':9}"));
        assertEquals(List.of("{'answer':6,'value':9}"), ask("{'call':6,'on':1,'method':'size','arguments':[]}"));
        assertEquals(List.of(), ask("{'release':1}"));
        assertTrue(board.told.toString().endsWith("closed"));
    }

    @Test
    void aSubscriptionIsAnObjectThatTakesCredit() {
        assertEquals(List.of("{'proxy':1,'on':1}"), ask("{'call':1,'on':'Board','method':'ticks','arguments':5}"));
        assertEquals(
                List.of(
                        "{'live':1,'text':'3:40'}",
                        "{'event':1,'method':'tick','arguments':[5,{'x':1,'y':2}]}",
                        "{'event':1,'method':'tick','arguments':[6,{'x':1,'y':2}]}"),
                ask("{'call':0,'on':1,'method':'more','arguments':2}"));
        assertEquals(
                List.of("{'ended':1,'text':'enough'}"),
                ask("{'call':0,'on':1,'method':'cancel','arguments':'enough'}"));
        assertEquals(List.of(), ask("{'call':0,'on':1,'method':'more','arguments':2}"), "it has ended");
        assertEquals(1, board.cancelled);
    }

    @Test
    void aCallThatCannotBeMadeIsAnsweredAndTheSessionContinues() {
        assertEquals(
                List.of("{'error':1,'text':'there is no such interface interface=Chess known=[Board]'}"),
                ask("{'call':1,'on':'Chess','method':'add','arguments':[3,4]}"));
        assertEquals(
                List.of("{'error':2,'text':'there is no such call interface=Board method=subtract known=[add, mirror,"
                        + " move, never, nothing, page, rude, ticks, told]'}"),
                ask("{'call':2,'on':'Board','method':'subtract','arguments':[3,4]}"));
        assertTrue(ask("{'call':3,'on':'Board','method':'add','arguments':[3,'x']}")
                .getFirst()
                .startsWith("{'error':3,'text':"));
        assertTrue(ask("{'call':4,'on':'Board','method':'add'}")
                .getFirst()
                .startsWith("{'error':4,'text':'a frame has no arguments"));
        assertEquals(
                List.of("{'error':5,'text':'there is no such object object=77'}"),
                ask("{'call':5,'on':77,'method':'size','arguments':[]}"));
        assertTrue(ask("{'call':6,'on':'Board','method':'told','arguments':'x'}")
                .getFirst()
                .startsWith("{'error':6,'text':'call has no answer"));
        assertEquals(
                List.of("{'answer':7,'value':7}"), ask("{'call':7,'on':'Board','method':'add','arguments':[3,4]}"));
        assertEquals("", transport.end);
        assertEquals(6, server.counts().refused());
    }

    @Test
    void whatIsNoFrameEndsTheSessionWithTheReason() {
        for (String rubbish : List.of(
                "{",
                "{}",
                "{'call':1}x",
                "{'call':-1,'on':'Board','method':'nothing'}",
                "{'call':1.5}",
                "{'call':1,'call':2}",
                "{'answer':1,'value':3}",
                "{'hello':2}",
                "{'on':'Board','call':1}",
                "{'call':1,'on':'Board','method':'nothing','sudo':true}",
                "{'call':1,'on':99999999999999999999,'method':'nothing'}",
                "{'call':0,'on':'Board','method':'nothing'}",
                "{'call':1,'on':'Board','method':'told','arguments':'" + "x".repeat(2_000) + "'}",
                "x",
                "")) {
            RecordingTransport other = new RecordingTransport();
            FrameReceiver hostile = server.open(other);
            hostile.received(ByteBuffer.wrap(rubbish.replace('\'', '"').getBytes(StandardCharsets.UTF_8)));
            assertTrue(!other.end.isEmpty(), () -> "accepted " + rubbish);
            assertEquals(1, other.sent.size(), rubbish);
        }
        FrameReceiver hostile = server.open(transport);
        hostile.received(ByteBuffer.wrap(new byte[] {'{', '"', (byte) 0xff}));
        assertTrue(transport.end.startsWith("a frame is no UTF-8"), transport.end);
        transport.end = "";
        assertEquals(
                List.of("{'answer':7,'value':7}"),
                ask("{'call':7,'on':'Board','method':'add','arguments':[3,4]}")
                        .reversed()
                        .subList(0, 1));
        assertEquals(1, server.counts().sessions());
    }

    @Test
    void callsThatWaitAreBounded() {
        for (int i = 1; i <= 3; i++) {
            assertEquals(List.of(), ask("{'call':" + i + ",'on':'Board','method':'never'}"));
        }
        assertEquals(
                List.of("{'error':4,'text':'too many calls of this client wait for their answers max=3'}"),
                ask("{'call':4,'on':'Board','method':'never'}"));
    }

    @Test
    void aClientMayCallOnlyWhatItIsAllowed() {
        RecordingTransport other = new RecordingTransport();
        FrameReceiver limited = server.open(other, type -> type != Board.class);
        limited.received(ByteBuffer.wrap(
                "{\"call\":1,\"on\":\"Board\",\"method\":\"nothing\"}".getBytes(StandardCharsets.UTF_8)));
        assertTrue(other.taken().getFirst().startsWith("{'error':1,'text':'this client may not call the interface"));
    }

    @Test
    void aServiceThatCallsWithoutCreditIsToldAndTheClientHearsNothing() {
        assertEquals(List.of("{'proxy':1,'on':1}"), ask("{'call':1,'on':'Board','method':'rude'}"));
        assertTrue(board.refusal.startsWith("a subscriber was called without credit"), board.refusal);
        assertEquals(List.of(), ask("{'call':0,'on':1,'method':'filter','arguments':3}"));
    }
}
