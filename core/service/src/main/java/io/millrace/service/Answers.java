package io.millrace.service;

import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.EpochNs;
import io.millrace.channel.StagedCall;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Query;
import io.millrace.wire.Refused;
import io.millrace.wire.Reply;
import io.millrace.wire.Wire;
import io.millrace.wire.WireLimitException;
import io.millrace.wire.WireLimits;
import io.millrace.wire.WireTypes;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

/**
 * The answers of one component: says which calls of clients it takes, records what they return, and keeps the table of
 * what was recorded. For the thread of the component.
 */
final class Answers implements Caller, Replies {

    private static final int FIRST_BYTES = 256;

    private final String service;
    private final ChannelWriter writer;
    private final AnswerTable table;
    private final Wire wire;
    private final Map<Method, AnswerForm> forms = new HashMap<>();
    private final Map<String, AnswerForm> later = new HashMap<>();
    private final AnswerReader reader = new AnswerReader();
    private final AllowedClients allowed;
    private final BinaryInput in = new BinaryInput();

    /** Longer answers than may be kept are encoded too, so that their length can be told. */
    private final BinaryOutput out = BinaryOutput.allocate(FIRST_BYTES, WireLimits.defaults());

    /** Made at the first record, since it writes the output. */
    private AnswerRecords records;

    private String channel = "";
    private String client = "";
    private long number;

    /** The method of the present call, null where it has no answer. */
    private AnswerForm form;

    private Reply<?> opened;

    /** Whether the component has methods that answer, so that calls are remembered. */
    private boolean isAnswering;

    /** Whether the present group begins with the record of an order. */
    private boolean hasAllowed;

    /** Whether the present group has records of answers. */
    private boolean hasRecords;

    Answers(String service, ChannelWriter output, WireTypes types, AnswerLimits limits, AllowedClients allowed) {
        this.allowed = allowed;
        this.service = service;
        this.writer = output.targetWriter();
        this.table = new AnswerTable(limits);
        this.wire = Wire.of(types);
    }

    AnswerTable table() {
        return table;
    }

    /** States a method that answers; replies to calls of it may be open from an earlier run. */
    void declare(Method method) {
        if (method.isAnnotationPresent(Query.class)) {
            return;
        }
        isAnswering = true;
        AnswerForm declared = form(method);
        if (declared.isLater()) {
            later.putIfAbsent(declared.key(), declared);
        }
    }

    private AnswerForm form(Method method) {
        AnswerForm known = forms.get(method);
        if (known == null) {
            known = AnswerForm.of(wire, method);
            forms.put(method, known);
        }
        return known;
    }

    /** Notes that a call of a client is taken; returns whether the component is to be called. */
    AnswerTable.Admission admit(ChannelReader from, String caller, long itsNumber) {
        channel = from.source().name();
        client = caller;
        number = itsNumber;
        form = null;
        opened = null;
        return isAnswering ? table.admit(channel, client, number, from.timeNs()) : AnswerTable.Admission.NEXT;
    }

    /** Returns whether calls of the present client are refused, because too many have failed. */
    boolean isBarred() {
        return table.isBarred(client);
    }

    /** Returns the orders by which calls are taken again. */
    AllowedClients allowed() {
        return allowed;
    }

    /** Records that calls of the present client's principal are taken again; the group of the input is open. */
    void allow(AllowOrder order) {
        records().allowed(order.principal(), order.by(), EpochNs.of(order.at()), order.reason());
        hasAllowed = true;
    }

    /** Begins the call that was admitted. */
    void begin(ChannelReader from) {
        form = from.answered().map(this::form).orElse(null);
    }

    /** Ends the input. */
    void end() {
        channel = "";
        client = "";
        number = 0;
        form = null;
        opened = null;
        hasAllowed = false;
    }

    /** Records what the present call has returned. */
    void returned(Object result) {
        if (form == null) {
            return;
        }
        if (form.isLater()) {
            if (opened == null || !opened.equals(result)) {
                throw new ServiceException("a method that is answered later returns the reply that it has opened"
                        + " service=" + service + " method=" + form.key() + " returned=" + result);
            }
            return;
        }
        value(form, channel, client, number, result);
    }

    private void value(AnswerForm as, String toChannel, String toClient, long toNumber, Object result) {
        out.reset();
        String excess = "";
        try {
            as.write(out, toChannel, toClient, toNumber, result);
            if (out.length() > AnswerReader.MAX_BYTES) {
                excess = "carried out, but the answer is too large bytes=" + out.length() + " limit="
                        + AnswerReader.MAX_BYTES;
            }
        } catch (WireLimitException e) {
            excess = "carried out, but the answer is too large: " + ForeignError.shortened(e.getMessage());
        }
        if (excess.isEmpty()) {
            writer.call(as.schema(), out.segment(), out.start(), out.length());
            hasRecords = true;
        } else {
            records().tooLarge(toChannel, toClient, toNumber, excess);
        }
    }

    private AnswerRecords records() {
        if (records == null) {
            records = writer.as(AnswerRecords.class);
        }
        hasRecords = true;
        return records;
    }

    /** Returns whether the present call has changed nothing, as far as can be seen, so that it can be refused. */
    boolean isUntouched() {
        return writer.staged() == (hasAllowed ? 1 : 0);
    }

    /** Records that the present call is refused; the group of the input is open. */
    void refused(String reason) {
        if (opened != null) {
            table.forget(opened);
        }
        records().refused(channel, client, number, ForeignError.shortened(reason));
    }

    /** Records that the component threw on the present call; the group of the input is open. */
    void failed(Throwable error) {
        records().failed(channel, client, number, ForeignError.shortened(ForeignError.text(error)));
    }

    /** Records that the present call was passed over; the group of the input is open. */
    void passedOver(SkipOrder order) {
        records().passedOver(channel, client, number, ForeignError.shortened(order.reason()));
    }

    /** Notes the records of the staged group, which is published next. */
    void settle() {
        if (hasRecords) {
            noteStaged(0);
        }
    }

    /** Notes the records among the staged calls from one on. */
    void noteStaged(int from) {
        hasRecords = false;
        for (int i = from; i < writer.staged(); i++) {
            StagedCall staged = writer.staged(i);
            if (reader.read(staged.schema(), staged.segment(), staged.offset(), staged.length())) {
                table.add(reader);
            } else if (RecordWriter.isAllowed(staged.schema())) {
                table.allow(in.wrap(staged.segment(), staged.offset(), staged.length())
                        .readString());
            }
        }
    }

    /** Forgets that the staged group has records: it is not published. */
    void rolledBack() {
        hasRecords = false;
        hasAllowed = false;
    }

    /** Notes the record at a cursor, if the call there is one. */
    void note(ChannelCursor output) {
        if (reader.read(output)) {
            table.add(reader);
        } else if (RecordWriter.isAllowed(output.schema()) && output.isReadable()) {
            table.allow(
                    in.wrap(output.segment(), output.offset(), output.length()).readString());
        }
    }

    @Override
    public String client() {
        return client;
    }

    @Override
    public String principal() {
        return ClientName.principal(client);
    }

    @Override
    public long number() {
        return number;
    }

    @Override
    public <T> Reply<T> open() {
        if (client.isEmpty()) {
            return Reply.toNobody();
        }
        if (form == null || !form.isLater() || opened != null) {
            throw new ServiceException("a reply is opened once, by a method that returns it service=" + service
                    + " method=" + (form == null ? "none" : form.key()));
        }
        if (!table.hasRoom()) {
            throw new Refused("too many calls wait for their answers limit=" + table.openReplies());
        }
        Reply<T> reply = new Reply<>(channel, client, number);
        table.open(reply, form.key());
        opened = reply;
        return reply;
    }

    @Override
    public <T> void answer(Reply<T> reply, T value) {
        String method = reply.isAwaited() ? table.close(reply) : null;
        if (method == null) {
            return;
        }
        AnswerForm as = later.get(method);
        if (as == null) {
            throw new ServiceException("the method of an open reply is gone, so its answer has no type service="
                    + service + " method=" + method);
        }
        value(as, reply.channel(), reply.client(), reply.number(), value);
    }

    @Override
    public void refuse(Reply<?> reply, String reason) {
        if (reply.isAwaited() && table.close(reply) != null) {
            records().refused(reply.channel(), reply.client(), reply.number(), ForeignError.shortened(reason));
        }
    }
}
