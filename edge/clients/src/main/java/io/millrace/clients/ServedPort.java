package io.millrace.clients;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.service.AnswerReader;
import io.millrace.service.AnswerStatus;
import io.millrace.service.ComponentPort;
import io.millrace.service.PortQuery;
import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.OfferedCall;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The component that takes the calls of a channel and answers them. Answers are records in its output, which are read
 * here as long as a client waits for one; queries and repeated calls are questions to the component. An answer leaves
 * once its own record is durable. Used under the lock of the loop.
 */
final class ServedPort implements AutoCloseable {

    /** The most records of the output that are read in a round. */
    private static final int MAX_ROUND = 256;

    private static final int MAX_SCHEMAS = 1_024;

    /** A call whose answer a session waits for. */
    record Waiting(String client, long number) {}

    /** An answer to a call or a query of a number, which leaves when the output is durable up to its index. */
    private record Ready(
            long index, ClientSession session, long number, ClientAnswer answer, Optional<Subscription> follower)
            implements Comparable<Ready> {

        void send() {
            follower.ifPresentOrElse(following -> following.place(number, index, answer), () -> session.send(answer));
        }

        @Override
        public int compareTo(Ready other) {
            return Long.compare(index, other.index);
        }
    }

    /** A query that is not answered. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Asked(
            ClientSession session,
            long number,
            CallSchema call,
            byte[] arguments,
            long least,
            Optional<After> after,
            Optional<Subscription> follower) {}

    /** What a client says that the component must have taken or written before. */
    private record After(String channel, long index) {}

    private final String channel;
    private final String recorded;
    private final ComponentPort port;
    private final Durable output;
    private final Positions positions;
    private final Positions inputPositions;
    private final TakenCalls taken;
    private final Consumer<Runnable> later;
    private final Map<String, OfferedCall> offered = new LinkedHashMap<>();
    private final IdentityHashMap<CallSchema, JsonCallText> texts = new IdentityHashMap<>();
    private final Map<Waiting, ClientSession> waiting = new HashMap<>();

    /** The calls whose component was away when it was asked for their answers. */
    private final List<Waiting> unasked = new ArrayList<>();

    private final List<Runnable> unaskedQueries = new ArrayList<>();
    private final PriorityQueue<Ready> ready = new PriorityQueue<>();
    private final ChannelCursor cursor;
    private final AnswerReader reader = new AnswerReader();
    private final BinaryOutput out =
            BinaryOutput.allocate(256, TextOptions.lenient().limits());

    /**
     * Opens a port.
     *
     * @param input the channel of the calls
     * @param later has an action done under the lock, soon; never waits
     */
    ServedPort(Channel input, ComponentPort port, Durable output, Consumer<Runnable> later) {
        this.channel = input.name();
        this.recorded = port.recorded(channel);
        this.port = port;
        this.output = output;
        this.later = later;
        this.positions = new Positions(port.output().journal().orElseThrow());
        this.inputPositions = new Positions(input.journal().orElseThrow());
        this.taken = new TakenCalls(channel, port, inputPositions);
        port.calls().forEach(call -> offered.putIfAbsent(call.call().path(), call));
        this.cursor = port.output().cursor();
    }

    /** Returns the calls that clients may append. */
    List<CallSchema> appended() {
        return port.calls().stream()
                .filter(call -> call.kind() != OfferedCall.Kind.QUERIED)
                .map(OfferedCall::call)
                .toList();
    }

    /**
     * Checks that a method is answered.
     *
     * @throws RequestException where it is not
     */
    void requireAnswered(String method) {
        OfferedCall call = offered.get(method);
        if (call != null && call.kind() == OfferedCall.Kind.APPENDED) {
            throw new RequestException("the call returns nothing; append it method=" + method);
        }
        if (call != null && call.kind() == OfferedCall.Kind.QUERIED) {
            throw new RequestException("this is a query; ask it method=" + method);
        }
    }

    /** Registers a session for the answer to a call, which is appended after that. */
    void await(ClientSession session, long number) {
        session.requireOneMore();
        if (waiting.isEmpty()) {
            cursor.toEnd();
        }
        if (waiting.put(new Waiting(session.client(), number), session) == null) {
            session.waitsForCall();
        }
    }

    /** Ends the waiting for an answer; returns the session, or null where none waits. */
    private ClientSession take(Waiting call) {
        ClientSession session = waiting.remove(call);
        if (session != null) {
            session.callAnswered();
        }
        return session;
    }

    /** Lets the component look for new calls. */
    void wake() {
        port.wake();
    }

    /** Asks for the answer to a call that was appended before. */
    void find(ClientSession session, long number) {
        Waiting call = new Waiting(session.client(), number);
        await(session, number);
        boolean isAsked = port.find(
                channel,
                session.client(),
                number,
                (index, status, reason, schema, result) ->
                        later.accept(() -> found(call, index, status, reason, schema, result)));
        if (!isAsked) {
            unasked.add(call);
        }
    }

    private void found(Waiting call, long index, AnswerStatus status, String reason, CallSchema schema, byte[] result) {
        switch (status) {
            case OPEN, AHEAD -> {} // the record comes
            case AWAY, BUSY -> unasked.add(call);
            default -> {
                ClientSession session = take(call);
                if (session != null) {
                    ready.add(new Ready(
                            index,
                            session,
                            call.number(),
                            answered(session, call.number(), status, reason, schema, result),
                            Optional.empty()));
                }
            }
        }
    }

    private ClientAnswer answered(
            ClientSession session, long number, AnswerStatus status, String reason, CallSchema schema, byte[] result) {
        boolean hasValue = status == AnswerStatus.VALUE;
        Supplier<String> text = () ->
                ClientTexts.answered(channel, number, hasValue ? json(schema, result) : "", error(status, reason));
        if (hasValue && isBinary(session, schema)) {
            return new ClientAnswer(session.frames().answered(channel, number, schema, result), text);
        }
        try {
            return ClientAnswer.text(text.get());
        } catch (WireException e) {
            return ClientAnswer.text(ClientTexts.answered(
                    channel, number, "", "the call was carried out, and its answer has no text: " + e.getMessage()));
        }
    }

    /** Returns whether a session gets a result in BINARY; one that is nothing comes as text. */
    private static boolean isBinary(ClientSession session, CallSchema schema) {
        return session.getsBinary() && !schema.parameters().isEmpty();
    }

    /** Returns what a client is told; empty where it gets a value, or nothing since the method returns nothing. */
    private static String error(AnswerStatus status, String reason) {
        return switch (status) {
            case VALUE, NONE -> "";
            case REFUSED -> reason.isEmpty() ? "the component has refused the call" : reason;
            case FAILED -> "the component has failed: " + reason;
            case PASSED_OVER -> "the call was passed over on an operator's order";
            case TOO_LARGE ->
                "the call was carried out, and its answer is too large maxBytes=" + AnswerReader.MAX_BYTES;
            case FORGOTTEN -> "the call was carried out, and its answer is no longer known";
            case UNKNOWN_CLIENT -> "the component does not know the client any more";
            case AWAY -> "the component is away";
            case BUSY -> "the component is busy with a query that exceeds its budget";
            case OPEN, AHEAD -> "the call is not answered yet";
        };
    }

    /** Returns a result as members of an object: {@code "result":VALUE}, or nothing. */
    private String json(CallSchema schema, byte[] result) {
        if (texts.size() == MAX_SCHEMAS) {
            texts.clear();
        }
        String object = texts.computeIfAbsent(schema, JsonCallText::named).read(BinaryInput.of(result));
        return object.substring(1, object.length() - 1);
    }

    /**
     * Asks a query.
     *
     * @param least the index of the newest call of the client in the channel, which the component must have taken
     * @param follower the follower of the output among whose messages the answer comes, after what it shows
     * @throws RequestException where there is no such query, or its arguments do not fit
     */
    void query(ClientSession session, long number, ClientRequest request, long least, Optional<Subscription> follower) {
        String method = request.required("method");
        OfferedCall call = offered.get(method);
        if (call == null || call.kind() != OfferedCall.Kind.QUERIED) {
            throw new RequestException("channel has no such query channel=" + channel + " method="
                    + ClientRequest.shortened(method) + " known="
                    + offered.values().stream()
                            .filter(each -> each.kind() == OfferedCall.Kind.QUERIED)
                            .map(each -> each.call().path())
                            .toList());
        }
        byte[] arguments = arguments(call.call(), request.arguments());
        Optional<After> after = request.text("after").map(this::after);
        follower.ifPresent(following -> following.ask(port.output(), number));
        if (!ask(new Asked(session, number, call.call(), arguments, least, after, follower))) {
            follower.ifPresent(following -> following.forget(number));
            throw new RequestException("too many queries wait for the component, or it has ended channel=" + channel);
        }
    }

    private After after(String position) {
        if (inputPositions.isOf(position)) {
            return new After(channel, inputPositions.written(position));
        }
        if (positions.isOf(position)) {
            return new After(port.output().name(), positions.written(position));
        }
        throw new RequestException("after is no position of the channels of the component channel=" + channel
                + " output=" + port.output().name() + " after=" + ClientRequest.shortened(position));
    }

    private boolean ask(Asked asked) {
        PortQuery query = new PortQuery(
                        asked.call(),
                        asked.arguments(),
                        (index, status, reason, schema, result) -> later.accept(() -> {
                            boolean isBusy = status == AnswerStatus.BUSY
                                    && asked.follower().isPresent();
                            if (isBusy || status == AnswerStatus.AWAY) { // it is rebuilt after an error, or has ended
                                unaskedQueries.add(() -> askAgain(asked));
                            } else {
                                queried(asked, index, status, reason, schema, result);
                            }
                        }))
                .least(channel, asked.least());
        asked.after().ifPresent(after -> query.least(after.channel(), after.index()));
        asked.session().queries().put(asked.number(), query);
        boolean isAsked = port.query(query);
        if (!isAsked) {
            asked.session().queries().remove(asked.number());
        }
        return isAsked;
    }

    private void askAgain(Asked asked) {
        if (asked.session().queries().containsKey(asked.number()) && !ask(asked)) {
            asked.follower().ifPresent(following -> following.forget(asked.number()));
            asked.session().send(ClientTexts.refusedQuery(asked.number(), error(AnswerStatus.AWAY, "")));
        }
    }

    private byte[] arguments(CallSchema schema, CallArguments arguments) {
        out.reset();
        try {
            arguments.write(schema, texts.computeIfAbsent(schema, JsonCallText::named), out);
        } catch (WireException e) {
            throw new RequestException(
                    "arguments do not fit the query method=" + schema.path() + ": " + e.getMessage());
        }
        return out.toByteArray();
    }

    private void queried(
            Asked asked, long index, AnswerStatus status, String reason, CallSchema schema, byte[] result) {
        if (asked.session().queries().remove(asked.number()) == null) {
            return; // cancelled, or the session has ended
        }
        boolean hasValue = status == AnswerStatus.VALUE;
        String position = positions.text(index);
        Supplier<String> text = () -> ClientTexts.queried(
                asked.number(), position, hasValue ? json(schema, result) : "", error(status, reason));
        ClientAnswer answer;
        if (hasValue && isBinary(asked.session(), schema)) {
            answer = new ClientAnswer(asked.session().frames().queried(asked.number(), position, schema, result), text);
        } else {
            try {
                answer = ClientAnswer.text(text.get());
            } catch (WireException e) {
                answer = ClientAnswer.text(
                        ClientTexts.queried(asked.number(), position, "", "the result has no text: " + e.getMessage()));
            }
        }
        ready.add(new Ready(index, asked.session(), asked.number(), answer, asked.follower()));
    }

    /** Tells a session when the component has taken an append. */
    void awaitTaken(ClientSession session, long number, long index) {
        taken.add(session, number, index);
    }

    /** Forgets that a session waits for an answer. */
    void forget(ClientSession session, long number) {
        Waiting call = new Waiting(session.client(), number);
        if (session.equals(waiting.get(call))) {
            take(call);
        }
    }

    /** Forgets a session that has left. */
    void left(ClientSession session) {
        waiting.values().removeIf(session::equals);
        ready.removeIf(answer -> answer.session().equals(session));
        taken.left(session);
    }

    /** Returns whether a session waits for something. */
    boolean isWaiting() {
        return !waiting.isEmpty() || !ready.isEmpty() || taken.isWaiting();
    }

    /** Asks again where the component was away; called about twice a second. */
    void tick() {
        List<Runnable> queries = List.copyOf(unaskedQueries);
        unaskedQueries.clear();
        queries.forEach(Runnable::run);
        List<Waiting> again = List.copyOf(unasked);
        unasked.clear();
        for (Waiting call : again) {
            ClientSession session = waiting.get(call);
            if (session != null) {
                find(session, call.number());
            }
        }
    }

    /** Reads answers and sends those that may leave; returns whether there was anything to do. */
    boolean pump() {
        boolean hasWorked = taken.send();
        for (int read = 0; read < MAX_ROUND && !waiting.isEmpty(); read++) {
            Entry entry = cursor.next();
            if (entry == Entry.END) {
                break;
            }
            hasWorked = true;
            if (entry == Entry.CALL && reader.read(cursor) && reader.channel().equals(recorded)) {
                ClientSession session = take(new Waiting(reader.client(), reader.number()));
                if (session != null) {
                    ready.add(new Ready(cursor.index(), session, reader.number(), read(session), Optional.empty()));
                }
            }
        }
        while (!ready.isEmpty() && output.isHeld(ready.peek().index())) {
            Ready next = ready.remove();
            next.send();
            hasWorked = true;
        }
        return hasWorked;
    }

    private ClientAnswer read(ClientSession session) {
        if (reader.status() != AnswerStatus.VALUE) {
            return answered(session, reader.number(), reader.status(), reader.reason(), null, new byte[0]);
        }
        byte[] result =
                reader.segment().asSlice(reader.offset(), reader.length()).toArray(ValueLayout.JAVA_BYTE);
        return answered(session, reader.number(), AnswerStatus.VALUE, "", reader.schema(), result);
    }

    /** Lets another thread read answers. */
    void handOver() {
        cursor.handOver();
    }

    @Override
    public void close() {
        cursor.close();
    }
}
