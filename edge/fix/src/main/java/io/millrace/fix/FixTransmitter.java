package io.millrace.fix;

/**
 * The part between the sender and the socket: it keeps what the sender has numbered, writes it, and answers requests
 * for messages again. What is sent again has PossDupFlag (43), a new SendingTime, and the old one in OrigSendingTime
 * (122); these copies are not kept. Messages of the session itself, but for Rejects, become gap fills.
 *
 * <p>Messages leave in the order of the calls; each {@link #poll} writes a bounded number of them, and no more than the
 * connection has capacity for, so that a long resend delays no other session and a slow peer takes no memory: what
 * waits for it is in the store. What was kept before a connection leaves only when it is asked for.
 */
public final class FixTransmitter implements FixSent {

    private static final int MOST_REQUESTS = 64;

    private final FixSettings settings;
    private final FixStore store;
    private final FixMessage old = new FixMessage();
    private final FixWriter again = new FixWriter();
    private final long[] begins = new long[MOST_REQUESTS];
    private final long[] ends = new long[MOST_REQUESTS];
    private final long[] afters = new long[MOST_REQUESTS];
    private FixLine line;
    private int head;
    private int requests;
    private long nextLive = 1;
    private long last;
    private long resending;
    private long fillFrom;
    private String closing;

    /** Creates a transmitter without a connection. */
    public FixTransmitter(FixSettings settings, FixStore store) {
        this.settings = settings;
        this.store = store;
        last = store.nextOutgoing() - 1;
        nextLive = last + 1;
    }

    /** Begins to write to a connection; what was kept before is not written unless it is asked for. */
    public void connected(FixLine to) {
        line = to;
        nextLive = last + 1;
        forget();
    }

    /** Ends writing. */
    public void disconnected() {
        line = null;
        forget();
    }

    private void forget() {
        requests = 0;
        resending = 0;
        fillFrom = 0;
        closing = null;
    }

    @Override
    public void transmit(long timeNs, long number, byte[] bytes, int offset, int length) {
        store.append(number, bytes, offset, length);
        boolean idle = line != null && requests == 0 && closing == null && nextLive == number && line.hasCapacity();
        last = number;
        if (idle) {
            nextLive = number + 1;
            line.write(bytes, offset, length);
        }
    }

    @Override
    public void keep(long timeNs, long number, byte[] bytes, int offset, int length) {
        store.append(number, bytes, offset, length);
        if (nextLive == number) {
            nextLive = number + 1;
        }
        last = number;
    }

    @Override
    public void resend(long timeNs, long begin, long end) {
        if (requests == MOST_REQUESTS) {
            close(timeNs, "too many resend requests at once most=" + MOST_REQUESTS);
            return;
        }
        int slot = (head + requests++) % MOST_REQUESTS;
        begins[slot] = begin;
        ends[slot] = end;
        afters[slot] = last;
    }

    @Override
    public void numberedFrom(long timeNs, long next) {
        store.numberedFrom(next);
        forget();
        last = next - 1;
        nextLive = next;
    }

    @Override
    public void close(long timeNs, String reason) {
        if (closing == null) {
            closing = reason;
        }
    }

    /** Returns whether something is left to write. */
    public boolean isBehind() {
        return line != null && (requests > 0 || nextLive <= last || closing != null);
    }

    /**
     * Takes up to {@code most} steps, each of which writes a message or passes over what is not sent again; messages of
     * the present step of the store are written only after its commit.
     *
     * @return whether something is left to write
     */
    public boolean poll(long timeNs, int most) {
        for (int steps = 0; steps < most && line != null && line.hasCapacity(); steps++) {
            if (requests > 0 && nextLive > afters[head]) {
                again(timeNs);
            } else if (nextLive <= last) {
                live();
            } else {
                if (closing != null) {
                    FixLine closed = line;
                    line = null;
                    closed.close(closing);
                }
                return false;
            }
        }
        return line != null;
    }

    private void live() {
        if (!store.find(nextLive)) {
            FixLine slow = line;
            line = null;
            slow.close("the peer reads too slowly: a message left the store before it was written number=" + nextLive);
            return;
        }
        nextLive++;
        line.write(store.bytes(), store.offset(), store.length());
    }

    /** Takes one step of the oldest request: a message, one that is not sent again, or all up to the next known one. */
    private void again(long timeNs) {
        if (resending == 0) {
            resending = begins[head];
            fillFrom = 0;
        }
        long after = ends[head] + 1;
        long known = Math.min(store.nextKept(resending), after);
        if (known == resending && known < after && isSentAgain(known)) {
            if (fillFrom != 0) {
                fill(timeNs, fillFrom, known);
                fillFrom = 0;
            } else {
                resending++;
                repeat(timeNs);
            }
        } else {
            fillFrom = fillFrom == 0 ? resending : fillFrom;
            resending = Math.max(known, resending + 1);
            if (resending >= after) {
                fill(timeNs, fillFrom, after);
            }
        }
        finishIfDone();
    }

    private void finishIfDone() {
        if (resending > ends[head]) {
            resending = 0;
            fillFrom = 0;
            head = (head + 1) % MOST_REQUESTS;
            requests--;
        }
    }

    private boolean isSentAgain(long number) {
        if (!store.find(number)) {
            return false;
        }
        old.parse(
                store.bytes(), store.offset(), store.length(), settings.dictionary(), FixMessage.Checksum.NOT_CHECKED);
        if (old.type() == null) {
            return true;
        }
        return old.type().level() == FixMessageType.Level.APPLICATION || old.isType("3");
    }

    /** Writes the message in {@link #old} again. */
    private void repeat(long timeNs) {
        FixDictionary dictionary = settings.dictionary();
        again.start(old.type() == null ? old.textAt(2) : old.type().type()); // a new text each time would be garbage
        int i = 3;
        boolean marked = false;
        for (; i < old.size() && (dictionary.marksOf(old.tag(i)) & FixDictionary.HEADER) != 0; i++) {
            int tag = old.tag(i);
            if (tag == FixTags.SENDING_TIME) {
                again.putTimestamp(tag, timeNs, settings.precision());
                again.put(FixTags.ORIG_SENDING_TIME, old.bytes(), old.start(i), old.end(i) - old.start(i));
            } else {
                again.copy(old, i);
            }
            if (!marked) {
                again.put(FixTags.POSS_DUP_FLAG, 'Y');
                marked = true;
            }
        }
        again.body();
        for (; i < old.size() - 1; i++) {
            again.copy(old, i);
        }
        again.finish(settings.id().beginString());
        line.write(again.bytes(), again.offset(), again.length());
    }

    private void fill(long timeNs, long from, long to) {
        FixSessionId id = settings.id();
        again.start("4")
                .put(FixTags.MSG_SEQ_NUM, from)
                .put(FixTags.POSS_DUP_FLAG, 'Y')
                .put(FixTags.SENDER_COMP_ID, id.own())
                .putTimestamp(FixTags.SENDING_TIME, timeNs, settings.precision())
                .put(FixTags.TARGET_COMP_ID, id.peer())
                .putTimestamp(FixTags.ORIG_SENDING_TIME, timeNs, settings.precision())
                .body()
                .put(FixTags.GAP_FILL_FLAG, 'Y')
                .put(FixTags.NEW_SEQ_NO, to)
                .finish(id.beginString());
        line.write(again.bytes(), again.offset(), again.length());
    }
}
