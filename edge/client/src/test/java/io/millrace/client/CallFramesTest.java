package io.millrace.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Field;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.Wire;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The frames of calls and queries in BINARY, byte by byte, and hostile ones of a server. */
class CallFramesTest {

    private static final String STOCK = "0d" + HexFormat.of().formatHex("stock".getBytes(StandardCharsets.UTF_8));

    /** Keeps what is sent. */
    private static final class Kept extends Connection {

        private final List<String> sent = new ArrayList<>();

        @Override
        void send(String text) {
            sent.add(text);
        }

        @Override
        void send(byte[] frame) {
            sent.add(HexFormat.of().formatHex(frame));
        }

        @Override
        void closeSocket() {}
    }

    private final Kept kept = new Kept();

    private static CallSchema call(String method) {
        return Wire.closed().offeredCalls(Stock.class).stream()
                .filter(each -> each.call().methodName().equals(method))
                .findFirst()
                .orElseThrow()
                .call();
    }

    private static Invocation take() {
        BinaryOutput out = BinaryOutput.allocate(64);
        out.writeString("tea");
        out.writeInt(2);
        return Invocation.binary(call("take"), out.toByteArray());
    }

    private static PendingCall pending(Invocation call, PendingCall.Kind kind) {
        Answers answers = new Answers(10);
        return new PendingCall(1, new ChannelAppends("stock", answers), call, kind);
    }

    @Test
    void callsAndQueriesAreTheseBytes() {
        CallFrames frames = new CallFrames(kept, 1 << 20);
        assertTrue(frames.send(pending(take(), PendingCall.Kind.CALL)));
        assertTrue(frames.send(pending(take(), PendingCall.Kind.APPEND)));
        assertTrue(frames.send(pending(take(), PendingCall.Kind.TAKEN)));
        PendingAnswer answer = new PendingAnswer(3, "stock", PendingAnswer.Waits.CODE);
        assertTrue(frames.send(new PendingQuery(0, answer, take(), 4, "p")));
        String rest = STOCK + "01" + "09746561" + "09";
        assertEquals(
                List.of(
                        "0501" + HexFormat.of().formatHex(call("take").encode()),
                        "08" + "03" + "01" + rest,
                        "06" + "03" + "01" + rest,
                        "07" + "03" + "01" + rest,
                        "09" + "07" + "09" + "0570" + rest),
                kept.sent);
    }

    @Test
    void whatTheServerDoesNotTakeAsBytesIsText() {
        CallFrames frames = new CallFrames(kept, 60);
        assertFalse(frames.send(
                pending(Invocation.json("take", "{\"item\":\"tea\",\"amount\":2}"), PendingCall.Kind.CALL)));
        assertEquals(List.of(), kept.sent);
        CallSchema take = call("take");
        CallSchema tooLong = new CallSchema("l".repeat(110), "take", take.parameters(), take.types());
        CallFrames longer = new CallFrames(kept, 110);
        Invocation call = Invocation.binary(tooLong, take().bytes());
        assertTrue(longer.send(pending(call, PendingCall.Kind.APPEND)), "its schema alone is too long");
        assertEquals(
                List.of("{\"request\":\"append\",\"channel\":\"stock\",\"number\":1,\"method\":\"take\","
                        + "\"arguments\":{\"item\":\"tea\",\"amount\":2}}"),
                kept.sent);
    }

    @Test
    void whatCannotBeSentSaysWhy() {
        CallFrames frames = new CallFrames(kept, 1 << 20);
        Invocation large = Invocation.binary(call("take"), new byte[17 << 20]);
        assertEquals(
                Optional.of("the call is too long for the server maxBytes=1048576"),
                frames.trySend(pending(large, PendingCall.Kind.CALL)));
        CallFrames unbounded = new CallFrames(kept, Long.MAX_VALUE);
        PendingAnswer answer = new PendingAnswer(3, "stock", PendingAnswer.Waits.CODE);
        String reason =
                unbounded.trySend(new PendingQuery(0, answer, large, 4, "p")).orElseThrow();
        assertTrue(reason.startsWith("the query cannot be sent reason="), reason);
        assertEquals(Optional.empty(), unbounded.trySend(pending(take(), PendingCall.Kind.CALL)));
    }

    @Test
    void aResultWithoutATextIsAnError() {
        Field result = new Field("result", Scalar.required(ScalarKind.BIG_INTEGER));
        CallSchema schema = new CallSchema("demo.Calls", "large", List.of(result), List.of());
        BinaryOutput out = BinaryOutput.allocate(64);
        out.writeBigInteger(BigInteger.ONE.shiftLeft(400_000));
        CallResult large = new CallResult("", Optional.of(schema), out.toByteArray());
        ClientException e = assertThrows(ClientException.class, large::json);
        assertTrue(e.getMessage().startsWith("a result cannot be shown as JSON reason=a number"), e.getMessage());
        CompletableFuture<CallResult> waiting = new CompletableFuture<>();
        CompletableFuture<String> json = MillraceClient.json(waiting);
        waiting.complete(large);
        assertTrue(json.isCompletedExceptionally());
    }

    @Test
    void aMessageWhoseSchemaHasANegativeNumberIsAnError() {
        byte[] frame = HexFormat.of().parseHex("02" + "03" + "00ffffffffffffffff");
        BinaryInput in = BinaryInput.of(frame);
        assertEquals(1, FollowedFrames.as(in));
        ClientException e = assertThrows(ClientException.class, () -> new FollowedFrames("").read(frame, in));
        assertEquals("the server has not declared the schema of a message schema=-1 declared=0", e.getMessage());
    }

    @Test
    void aResultIsReadAndAWrongFrameIsAnError() {
        CallFrames frames = new CallFrames(kept, 1 << 20);
        CallSchema result = Wire.closed().offeredCalls(Stock.class).stream()
                .filter(each -> each.call().methodName().equals("take"))
                .findFirst()
                .orElseThrow()
                .result()
                .orElseThrow()
                .schema();
        HexFormat hex = HexFormat.of();
        for (String wrong : List.of(
                "08" + "03" + STOCK + "01" + "07",
                "0503" + hex.formatHex(result.encode()),
                "0501ff",
                "08",
                "0903",
                "0a01",
                "7f",
                "080301ff")) {
            assertThrows(ClientException.class, () -> frames.read(hex.parseHex(wrong)), wrong);
        }
        assertEquals(Optional.empty(), frames.read(hex.parseHex("0501" + hex.formatHex(result.encode()))));
        ServerAnswer answered =
                frames.read(hex.parseHex("08" + "03" + STOCK + "01" + "0d")).orElseThrow();
        assertEquals(1, answered.number("answered"));
        assertEquals("stock", answered.text("channel"));
        assertEquals("{\"result\":3}", answered.result().json());
        ServerAnswer queried =
                frames.read(hex.parseHex("09" + "05" + "0570" + "01" + "0d")).orElseThrow();
        assertEquals(2, queried.number("query"));
        assertEquals("p", queried.text("position"));
    }
}
