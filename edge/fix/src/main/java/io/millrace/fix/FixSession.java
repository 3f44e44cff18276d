package io.millrace.fix;

import io.millrace.fix.SessionCounts.Value;
import io.millrace.journal.JournalException;
import java.time.Duration;
import java.time.Instant;

/**
 * A session whose halves and application call each other directly, on one thread: receiver to sender and application,
 * application to sender, sender to transmitter. It knows no clock and no socket: the caller states the time,
 * nanoseconds since 1970, and hands over bytes.
 *
 * <p>Each call is one step of the store: a message that was received, what the application has sent because of it and
 * the new numbers are kept together or not at all. What is written to the connection during a call must leave for the
 * peer only after the call, and as soon as it has the durability that is wanted.
 */
public final class FixSession {

    private static final int MOST_AT_ONCE = 64;
    private static final String BUSINESS_REJECT = "j";
    private static final int MOST_PENDING_BYTES = 64 << 20;

    private final FixSettings settings;
    private final FixStore store;
    private final FixApplication application;
    private final FixReceiver receiver;
    private final FixSender sender;
    private final FixTransmitter transmitter;
    private final SessionCounts counts;
    private boolean connected;
    private boolean stopped;

    /** Whether the Logon of the present connection was valid; nothing of a connection is kept before. */
    private boolean loggedOn;

    /** Run at the first valid Logon of a session that is given up without one; null for all others. */
    private Runnable admission;

    private FixSchedule.Period lastPeriod;
    private long endNs = Long.MAX_VALUE;

    /** The number that the store expects next. */
    private long kept;

    private byte[] current;
    private int currentOffset;
    private int currentLength;

    /** Creates a session that is not connected and continues with the numbers of its store. */
    public FixSession(FixSettings settings, FixStore store, FixApplication application) {
        this(settings, store, application, new PendingMessages.Space(MOST_PENDING_BYTES), null);
    }

    /**
     * Creates a session of an engine.
     *
     * @param space for messages that come early, of all sessions together
     * @param admission is run at the first valid Logon; refused Logons before are not answered, since an answer takes a
     *     number that nothing would keep; null for a session that stays
     */
    FixSession(
            FixSettings settings,
            FixStore store,
            FixApplication application,
            PendingMessages.Space space,
            Runnable admission) {
        this.admission = admission;
        this.settings = settings;
        this.store = store;
        this.application = application;
        counts = store instanceof JournalStore kept ? kept.counts() : new SessionCounts();
        stopped = store instanceof JournalStore kept && kept.isStopped();
        transmitter = new FixTransmitter(settings, store);
        sender = new FixSender(settings, transmitter);
        receiver = new FixReceiver(settings, new Events(), space);
        kept = store.nextIncoming();
        receiver.continueWith(kept);
        sender.continueWith(store.nextOutgoing());
        if (store.lastActiveNs() != 0) {
            enter(settings.schedule().periodAt(FixSchedule.instant(store.lastActiveNs())));
        }
        count();
    }

    private void enter(FixSchedule.Period period) {
        lastPeriod = period;
        endNs = period == null || settings.schedule().isNonStop()
                ? Long.MAX_VALUE
                : Duration.between(Instant.EPOCH, period.end()).toNanos();
    }

    /** Returns the settings. */
    public FixSettings settings() {
        return settings;
    }

    /** Returns the receiving half. */
    public FixReceiver receiver() {
        return receiver;
    }

    /** Returns the sending half. */
    public FixSender sender() {
        return sender;
    }

    /** Returns what operators see of it. Any thread may read it. */
    SessionCounts counts() {
        return counts;
    }

    FixStore store() {
        return store;
    }

    /** Returns whether an operator has stopped it. */
    boolean isStopped() {
        return stopped;
    }

    /** Lets it be connected again. */
    void start() {
        stopped = false;
        count();
    }

    /** Logs out, and lets no connection be used until {@link #start}. */
    void stop(long timeNs) {
        stopped = true;
        logout(timeNs, null);
    }

    private void count() {
        counts.set(Value.NEXT_INCOMING, receiver.nextIncoming());
        counts.set(Value.NEXT_OUTGOING, sender.nextOutgoing());
        counts.set(Value.MISSING, receiver.missing());
        SessionCounts.State state = SessionCounts.State.DISCONNECTED;
        if (connected) {
            state = sender.isLoggedOn() ? SessionCounts.State.LOGGED_ON : SessionCounts.State.CONNECTED;
        } else if (stopped) {
            state = SessionCounts.State.STOPPED;
        }
        counts.is(state);
    }

    /** Returns whether there is a connection. */
    public boolean isConnected() {
        return connected;
    }

    /**
     * Begins to use a connection.
     *
     * @throws IllegalStateException if the session has one already
     */
    public void connected(long timeNs, FixLine line) {
        if (connected) {
            throw new IllegalStateException("the session has a connection already session=" + settings.id());
        }
        FixSchedule.Period period = settings.schedule().periodAt(FixSchedule.instant(timeNs));
        if (period == null) {
            line.close("the session is closed by its schedule session=" + settings.id());
            return;
        }
        if (stopped) {
            line.close("an operator has stopped the session session=" + settings.id());
            return;
        }
        store.begin(timeNs);
        if (lastPeriod != null && !lastPeriod.start().equals(period.start())) {
            receiver.endOfSession();
            sender.endOfSession(timeNs);
        }
        enter(period);
        connected = true;
        loggedOn = false;
        transmitter.connected(line);
        receiver.connected(timeNs);
        commit();
    }

    /** Ends the use of the connection. */
    public void disconnected(long timeNs) {
        if (connected) {
            store.begin(timeNs);
            connected = false;
            transmitter.disconnected();
            receiver.disconnected(timeNs);
            commit();
        }
    }

    /** Ends a step, in which the number that is expected may have changed. */
    private void commit() {
        if (kept != receiver.nextIncoming()) {
            kept = receiver.nextIncoming();
            store.expecting(kept);
        }
        store.commit();
        count();
    }

    /** Takes a message that a framer has found. */
    public void received(long timeNs, byte[] bytes, int offset, int length) {
        store.begin(timeNs);
        current = bytes;
        currentOffset = offset;
        currentLength = length;
        boolean behind = transmitter.isBehind();
        receiver.received(timeNs, bytes, offset, length);
        if (receiver.hasGot("3")) {
            counts.add(Value.REJECTS_RECEIVED);
        }
        keepCurrent();
        commit();
        if (!behind) { // what was left before waits for its turn, so that requests cost no more than what they bring
            transmitter.poll(timeNs, MOST_AT_ONCE);
        }
    }

    /** Keeps the message that was received after a Logon, in front of what follows from it, unless it was kept. */
    private void keepCurrent() {
        if (current != null && loggedOn) {
            kept = receiver.nextIncoming();
            store.received(kept, current, currentOffset, currentLength);
        }
        current = null;
    }

    /** Keeps a message that goes to the application: the one that was received, or one that waited for it. */
    @SuppressWarnings("ReferenceEquality") // the view is over these very bytes or over a copy that was kept
    private void keep(FixMessage message, long number) {
        if (current == message.bytes() && currentOffset == message.offset()) {
            current = null;
        } else {
            keepCurrent();
        }
        store.application(number, message.bytes(), message.offset(), message.length());
        kept = number + 1;
    }

    /** Takes note of bytes that are no message. */
    public void garbled(long timeNs) {
        store.begin(timeNs);
        receiver.garbled(timeNs);
        commit();
        transmitter.poll(timeNs, MOST_AT_ONCE);
    }

    /** Takes note of a message that is too long. */
    public void tooLong(long timeNs, long bytes) {
        store.begin(timeNs);
        receiver.tooLong(timeNs, bytes);
        commit();
        transmitter.poll(timeNs, MOST_AT_ONCE);
    }

    /**
     * Sends a message of the application.
     *
     * @throws IllegalArgumentException if the message, or a field in it, is the session's own, see {@link
     *     FixSender#send}
     */
    public void send(long timeNs, FixWriter message) {
        store.begin(timeNs);
        try {
            sender.send(timeNs, message);
            if (message.msgType().equals(BUSINESS_REJECT)) {
                counts.add(Value.REJECTS_SENT);
            }
        } finally {
            commit();
        }
    }

    /** Begins to end the session; the text may be null. */
    public void logout(long timeNs, String text) {
        store.begin(timeNs);
        sender.logout(timeNs, text);
        commit();
        transmitter.poll(timeNs, MOST_AT_ONCE);
    }

    /** Sets the number that is expected next, from 1 to 10^15 - 1; an order of an operator. */
    public void setNextIncoming(long timeNs, long number) {
        store.begin(timeNs);
        try {
            receiver.setNextIncoming(number);
        } finally {
            commit();
        }
    }

    /** Sets the number of the next message that is sent, from 1 to 10^15 - 1; an order of an operator. */
    public void setNextOutgoing(long timeNs, long number) {
        store.begin(timeNs);
        try {
            sender.setNextOutgoing(timeNs, number);
        } finally {
            commit();
        }
    }

    /**
     * Asks again for the messages from a number on that was received, which the application gets again; an order of an
     * operator.
     *
     * @throws IllegalArgumentException if the session is not logged on, or has not received the number
     */
    void requestResend(long timeNs, long from) {
        store.begin(timeNs);
        try {
            receiver.askAgain(timeNs, from);
        } finally {
            commit();
        }
        transmitter.poll(timeNs, MOST_AT_ONCE);
    }

    /**
     * Takes note that time has passed, and writes what is left.
     *
     * @return whether more is left to write
     */
    public boolean tick(long timeNs) {
        store.begin(timeNs);
        if (timeNs >= endNs) {
            enter(null);
            receiver.endOfSession();
            sender.endOfSession(timeNs);
        }
        receiver.tick(timeNs);
        sender.tick(timeNs);
        commit();
        return transmitter.poll(timeNs, MOST_AT_ONCE);
    }

    /**
     * Takes note that the clock was set, forward by so many nanoseconds or back by a negative number: intervals and
     * time limits continue as if it had not been.
     */
    void clockSet(long byNs) {
        receiver.clockSet(byNs);
        sender.clockSet(byNs);
    }

    /** Returns whether something is left to write. */
    public boolean isBehind() {
        return transmitter.isBehind();
    }

    /**
     * Writes messages that were sent and are not written, or are asked for again; a bounded number of them.
     *
     * @return whether more is left to write
     */
    public boolean write(long timeNs) {
        return transmitter.isBehind() && transmitter.poll(timeNs, MOST_AT_ONCE);
    }

    /** Ends the connection, since the application has failed: the message is kept, and does not come again. */
    private void failed(long timeNs, Throwable error) {
        if (error instanceof JournalException fatal) {
            throw fatal;
        }
        sender.closed(timeNs, "the application has failed session=" + settings.id() + ": " + error);
    }

    /** What the receiver finds goes to the sender first, and then to the application. */
    private final class Events implements FixEvents {

        @Override
        public void connected(long timeNs) {
            sender.connected(timeNs);
        }

        @Override
        public void disconnected(long timeNs) {
            if (loggedOn) {
                store.loggedOut();
            }
            sender.disconnected(timeNs);
            if (loggedOn) {
                loggedOn = false;
                application.loggedOut(FixSession.this, timeNs);
            }
        }

        @Override
        public void loggedOn(long timeNs, FixMessage logon, long nextIncoming) {
            loggedOn = true;
            if (admission != null) {
                admission.run();
                admission = null;
            }
            keepCurrent();
            if (settings.id().isFixt()) {
                store.version(logon.text(FixTags.DEFAULT_APPL_VER_ID));
            }
            store.loggedOn();
            sender.loggedOn(timeNs, logon, nextIncoming);
            try {
                application.loggedOn(FixSession.this, timeNs);
            } catch (RuntimeException | StackOverflowError e) {
                failed(timeNs, e);
            }
        }

        @Override
        public void refused(long timeNs, FixMessage logon, String text) {
            keepCurrent();
            if (admission == null) {
                sender.refused(timeNs, logon, text);
            } else {
                sender.closed(timeNs, text);
            }
        }

        @Override
        public void heard(long timeNs, long number) {
            keepCurrent();
            sender.heard(timeNs, number);
        }

        @Override
        public void application(long timeNs, FixMessage message, long number) {
            keep(message, number);
            if (message.isType(BUSINESS_REJECT)) {
                counts.add(Value.REJECTS_RECEIVED);
            }
            sender.application(timeNs, message, number);
            try {
                application.message(FixSession.this, timeNs, message);
            } catch (RuntimeException | StackOverflowError e) {
                failed(timeNs, e);
            }
        }

        @Override
        public void taken(long timeNs, FixMessage message, long number) {
            keepCurrent();
            sender.taken(timeNs, message, number);
        }

        @Override
        public void testRequest(long timeNs, FixMessage message, long number) {
            keepCurrent();
            sender.testRequest(timeNs, message, number);
        }

        @Override
        public void resendRequest(long timeNs, long begin, long end, long number) {
            keepCurrent();
            counts.add(Value.RESENDS_RECEIVED);
            sender.resendRequest(timeNs, begin, end, number);
        }

        @Override
        public void gap(long timeNs, long begin, long end) {
            keepCurrent();
            counts.add(Value.RESENDS_SENT);
            sender.gap(timeNs, begin, end);
        }

        @Override
        public void rejected(
                long timeNs, FixMessage message, long number, FixRejectReason reason, int tag, String text) {
            keepCurrent();
            counts.add(Value.REJECTS_SENT);
            sender.rejected(timeNs, message, number, reason, tag, text);
        }

        @Override
        public void logout(long timeNs, FixMessage message, long number) {
            keepCurrent();
            sender.logout(timeNs, message, number);
        }

        @Override
        public void ended(long timeNs, String text) {
            keepCurrent();
            sender.ended(timeNs, text);
        }

        @Override
        public void closed(long timeNs, String reason) {
            keepCurrent();
            sender.closed(timeNs, reason);
        }
    }
}
