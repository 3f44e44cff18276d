package io.millrace.service;

import io.millrace.wire.CallSchema;
import io.millrace.wire.Reply;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a component remembers of its clients: the newest call of each that it has taken, and the newest answers. It
 * follows from the recorded inputs and the recorded answers alone, so it is the same after each restart, in each replay
 * and on each host. For the thread of the component.
 *
 * <p>A client that is not in the table has made no call, or was forgotten. Of the forgotten ones the time of the
 * newest call is kept: a name that was issued later cannot be one of them.
 */
final class AnswerTable implements AnswerTableCalls {

    /**
     * How many bytes of answers one record of a snapshot has, unless one answer alone has more. With the numbers of its
     * answers it takes less than a quarter of the smallest segment, which is the most that a message may take.
     */
    private static final int CHUNK_BYTES = 1 << 13;

    private static final int CHUNK_ANSWERS = 1 << 8;

    /** What the table says about a call before it is made. */
    enum Admission {
        /** It is the next one of its client. */
        NEXT,
        /** It was taken before. */
        REPEATED,
        /** Its client was forgotten, and may have made it before. */
        FORGOTTEN
    }

    /** What the table says about a call. */
    @SuppressWarnings("ArrayRecordComponent") // handed on at once, never compared
    record Found(AnswerStatus status, String reason, CallSchema schema, byte[] result) {

        static Found of(AnswerStatus status) {
            return new Found(status, "", null, new byte[0]);
        }
    }

    private record Key(String channel, String client) {}

    private final AnswerLimits limits;
    private final LinkedHashMap<Key, ClientAnswers> clients = new LinkedHashMap<>(16, 0.75f, true);
    private final Map<String, Long> forgotten = new HashMap<>();
    private final LinkedHashMap<Reply<?>, String> open = new LinkedHashMap<>();

    /** Replies that an earlier version of the component has answered, and the present one not yet. */
    private final Set<Reply<?>> answeredBefore = new HashSet<>();

    /** In the order of the first failure of each; clients without a principal are as many as they like to be. */
    private final LinkedHashMap<String, Integer> failures = new LinkedHashMap<>();

    private final List<CallSchema> forms = new ArrayList<>();
    private final IdentityHashMap<CallSchema, Integer> knownForms = new IdentityHashMap<>();
    private ClientAnswers restored;

    AnswerTable(AnswerLimits limits) {
        this.limits = limits;
    }

    /** Forgets everything. */
    void clear() {
        clients.clear();
        forgotten.clear();
        open.clear();
        answeredBefore.clear();
        failures.clear();
        forms.clear();
        knownForms.clear();
    }

    /** Notes that a call is taken, unless it was taken before or its client is not known any more. */
    Admission admit(String channel, String client, long number, long timeNs) {
        Key key = new Key(channel, client);
        ClientAnswers known = clients.get(key);
        if (known == null) {
            if (isForgotten(channel, client)) {
                return Admission.FORGOTTEN;
            }
            known = add(key);
        } else if (number <= known.highest) {
            return Admission.REPEATED;
        }
        known.highest = number;
        known.timeNs = timeNs;
        return Admission.NEXT;
    }

    /** Returns whether a client that is not in the table may have been forgotten. */
    private boolean isForgotten(String channel, String client) {
        Long newest = forgotten.get(channel);
        return newest != null && ClientName.timeNs(client) <= newest;
    }

    private ClientAnswers add(Key key) {
        ClientAnswers added = new ClientAnswers();
        clients.put(key, added);
        if (clients.size() > limits.clients()) {
            Map.Entry<Key, ClientAnswers> idle = clients.pollFirstEntry();
            forgotten.merge(idle.getKey().channel(), idle.getValue().timeNs, Math::max);
        }
        return added;
    }

    /** Notes a recorded answer. */
    void add(AnswerReader answer) {
        if (answer.status() == AnswerStatus.FAILED) {
            failures.merge(principal(answer.client()), 1, Integer::sum);
            if (failures.size() > limits.clients()) {
                failures.pollFirstEntry();
            }
        }
        Reply<?> reply = new Reply<>(answer.channel(), answer.client(), answer.number());
        if (open.remove(reply) != null) {
            answeredBefore.add(reply);
        }
        ClientAnswers client = clients.get(new Key(answer.channel(), answer.client()));
        if (client == null) {
            return; // forgotten meanwhile, or refused because it was
        }
        client.highest = Math.max(client.highest, answer.number());
        if (answer.status() == AnswerStatus.VALUE) {
            client.add(
                    answer.number(), form(answer.schema()), answer.segment(), answer.offset(), answer.length(), limits);
        } else {
            byte[] reason = answer.reason().getBytes(StandardCharsets.UTF_8);
            client.add(
                    answer.number(),
                    -1 - answer.status().code(),
                    MemorySegment.ofArray(reason),
                    0,
                    reason.length,
                    limits);
        }
    }

    private int form(CallSchema schema) {
        Integer known = knownForms.get(schema);
        if (known == null) {
            int found = forms.indexOf(schema);
            known = found < 0 ? forms.size() : found;
            if (found < 0) {
                forms.add(schema);
            }
            knownForms.put(schema, known);
        }
        return known;
    }

    /** Returns whether so many calls of a client's principal have made the component throw that it is refused. */
    boolean isBarred(String client) {
        return !failures.isEmpty() && failures.getOrDefault(principal(client), 0) >= limits.failures();
    }

    /** Forgets the failures of a principal. */
    void allow(String principal) {
        failures.remove(principal);
    }

    /** Returns how many calls of a principal have failed. */
    int failures(String principal) {
        return failures.getOrDefault(principal, 0);
    }

    /** Returns from how many failures on the calls of a principal are refused. */
    int mostFailures() {
        return limits.failures();
    }

    /** Returns whose failures those of a client are: its principal, or the client itself where it has none. */
    static String principal(String client) {
        String principal = ClientName.principal(client);
        return principal.isEmpty() ? client : principal;
    }

    /** Returns how many replies are open. */
    int openReplies() {
        return open.size();
    }

    boolean hasRoom() {
        return open.size() < limits.openReplies();
    }

    void open(Reply<?> reply, String method) {
        open.put(reply, method);
    }

    /** Ends a reply without an answer, since its call was refused. */
    void forget(Reply<?> reply) {
        open.remove(reply);
    }

    /** Ends a reply; returns its method, null where an earlier version of the component has answered it. */
    String close(Reply<?> reply) {
        String method = open.remove(reply);
        if (method == null && !answeredBefore.remove(reply)) {
            throw new ServiceException("a reply is not open; it is answered exactly once client=" + reply.client()
                    + " number=" + reply.number() + " channel=" + reply.channel());
        }
        return method;
    }

    /** Returns what became of a call. */
    Found find(String channel, String client, long number) {
        ClientAnswers known = clients.get(new Key(channel, client));
        if (known == null) {
            return Found.of(isForgotten(channel, client) ? AnswerStatus.UNKNOWN_CLIENT : AnswerStatus.AHEAD);
        }
        if (number > known.highest) {
            return Found.of(AnswerStatus.AHEAD);
        }
        Found[] found = {null};
        known.visit((at, form, data, from, length) -> {
            if (at == number) {
                found[0] = found(form, ClientAnswers.copy(data, from, length));
            }
            return found[0] == null;
        });
        if (found[0] != null) {
            return found[0];
        }
        return Found.of(
                open.containsKey(new Reply<>(channel, client, number)) ? AnswerStatus.OPEN : AnswerStatus.FORGOTTEN);
    }

    private Found found(int form, byte[] result) {
        return form >= 0
                ? new Found(AnswerStatus.VALUE, "", forms.get(form), result)
                : new Found(AnswerStatus.of(-1 - form), new String(result, StandardCharsets.UTF_8), null, new byte[0]);
    }

    /** Returns whether nothing was ever remembered, so that there is nothing to save. */
    boolean isEmpty() {
        return clients.isEmpty() && open.isEmpty() && failures.isEmpty() && forgotten.isEmpty();
    }

    /** Makes the calls from which the table can be restored. */
    void snapshot(AnswerTableCalls out) {
        for (int form = 0; form < forms.size(); form++) {
            out.form(form, forms.get(form).encode());
        }
        forgotten.forEach(out::forgotten);
        clients.sequencedEntrySet().forEach(entry -> {
            ClientAnswers client = entry.getValue();
            out.client(entry.getKey().channel(), entry.getKey().client(), client.highest, client.timeNs);
            if (client.count() > 0) {
                Chunk chunk = new Chunk(out);
                client.visit(chunk);
                chunk.end();
            }
        });
        open.forEach((reply, method) -> out.open(reply.channel(), reply.client(), reply.number(), method));
        failures.forEach(out::failures);
    }

    @Override
    public void form(int number, byte[] schema) {
        CallSchema form = CallSchema.decode(MemorySegment.ofArray(schema), 0, schema.length);
        forms.add(form);
        knownForms.put(form, number);
    }

    @Override
    public void client(String channel, String client, long highest, long timeNs) {
        restored = add(new Key(channel, client));
        restored.highest = highest;
        restored.timeNs = timeNs;
    }

    @Override
    public void answers(int count, long[] numbers, int[] forms, byte[] results, int[] lengths) {
        MemorySegment all = MemorySegment.ofArray(results);
        int at = 0;
        for (int i = 0; i < count; i++) {
            restored.add(numbers[i], forms[i], all, at, lengths[i], limits);
            at += lengths[i];
        }
    }

    @Override
    public void open(String channel, String client, long number, String method) {
        open.put(new Reply<>(channel, client, number), method);
    }

    @Override
    public void failures(String principal, int count) {
        failures.put(principal, count);
    }

    @Override
    public void forgotten(String channel, long timeNs) {
        forgotten.put(channel, timeNs);
    }

    /** Collects answers of one client for a record. */
    private static final class Chunk implements ClientAnswers.Visitor {

        private final AnswerTableCalls out;
        private final List<Long> numbers = new ArrayList<>();
        private final List<Integer> forms = new ArrayList<>();
        private final List<Integer> lengths = new ArrayList<>();
        private final ByteArrayOutputStream results = new ByteArrayOutputStream();

        private Chunk(AnswerTableCalls out) {
            this.out = out;
        }

        @Override
        public boolean entry(long number, int form, byte[] data, int from, int length) {
            if (numbers.size() >= CHUNK_ANSWERS || (!numbers.isEmpty() && results.size() + length > CHUNK_BYTES)) {
                end();
            }
            numbers.add(number);
            forms.add(form);
            lengths.add(length);
            results.write(data, from, length);
            return true;
        }

        private void end() {
            out.answers(
                    numbers.size(),
                    numbers.stream().mapToLong(Long::longValue).toArray(),
                    forms.stream().mapToInt(Integer::intValue).toArray(),
                    results.toByteArray(),
                    lengths.stream().mapToInt(Integer::intValue).toArray());
            numbers.clear();
            forms.clear();
            lengths.clear();
            results.reset();
        }
    }
}
