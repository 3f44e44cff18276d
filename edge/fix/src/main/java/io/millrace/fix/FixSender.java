package io.millrace.fix;

/**
 * The sending half of a session: it owns the outgoing number, heartbeats and the answers of the session, and knows no
 * clock and no socket. Its inputs are the {@link FixEvents} of the receiver and the messages of the application; its
 * outputs are calls of {@link FixSent}. One thread at a time may call it.
 *
 * <p>SendingTime (52) is the time of the call that causes a message.
 */
public final class FixSender implements FixEvents {

    private enum State {
        DISCONNECTED,
        /** No Logon was accepted yet. */
        CONNECTED,
        ACTIVE,
        /** A Logout was sent, and its answer is waited for. */
        LEAVING,
        /** The connection is to be closed. */
        CLOSED
    }

    /** EndSeqNo of FIX 4.0 and 4.1 that means all. */
    private static final long ALL_BEFORE_42 = 999_999;

    private static final long SECOND_NS = 1_000_000_000L;
    private static final String TEST = "TEST";

    private final FixSettings settings;
    private final FixSessionId id;
    private final FixSent sent;
    private final FixWriter content = new FixWriter();
    private final FixWriter wire = new FixWriter();
    private final boolean before42;
    private State state = State.DISCONNECTED;
    private long next = 1;
    private long processed;
    private long intervalNs;
    private long lastSentNs;
    private long lastHeardNs;
    /** When a TestRequest was sent that nothing has followed, if one was. */
    private long testedNs;

    private boolean tested;
    private boolean logonSent;
    private boolean ending;
    private long leavingSinceNs;

    /** Creates a sender whose first message has number 1. */
    public FixSender(FixSettings settings, FixSent sent) {
        this.settings = settings;
        this.sent = sent;
        id = settings.id();
        before42 = id.lacksReasons();
    }

    /** Continues with a number that the store has kept. */
    void continueWith(long number) {
        next = number;
    }

    /** Returns the number of the next message, at least 1. */
    public long nextOutgoing() {
        return next;
    }

    /** Returns whether Logons were exchanged and no Logout was. */
    public boolean isLoggedOn() {
        return state == State.ACTIVE;
    }

    /**
     * Sets the number of the next message; an order of an operator.
     *
     * @throws IllegalArgumentException if the number is not from 1 to 10^15 - 1
     */
    public void setNextOutgoing(long timeNs, long number) {
        FixReceiver.check(number);
        next = number;
        sent.numberedFrom(timeNs, number);
    }

    /**
     * Sends a message of the application: type, additional fields of the header, body. While there is no session it is
     * numbered and kept, and the peer asks for it after its next Logon.
     *
     * @throws IllegalArgumentException if the message is one of the session itself, or has a field that the session
     *     writes: 8, 9, 10, 34, 35, 43, 49, 52, 56, 122, 369. A Reject (3) is an application's only in FIX 4.0 and 4.1,
     *     which have no BusinessMessageReject
     */
    public void send(long timeNs, FixWriter message) {
        if (isOfSession(message.msgType())) {
            throw new IllegalArgumentException(
                    "an application cannot send messages of the session tag=35 value=" + message.msgType());
        }
        if (message.sessionField() != null) {
            String[] field = message.sessionField().split("=", 2);
            throw new IllegalArgumentException(
                    "an application cannot send fields of the session tag=" + field[0] + " value=" + field[1]);
        }
        write(timeNs, message);
    }

    private boolean isOfSession(String msgType) {
        char type = msgType.length() == 1 ? msgType.charAt(0) : ' ';
        return type == 'A' || (type >= '0' && type <= '5' && !(type == '3' && before42));
    }

    /** Begins to end the session: sends a Logout and closes when it is answered, or after the time for that. */
    public void logout(long timeNs, String text) {
        if (state == State.ACTIVE) {
            sendLogout(timeNs, text);
            leave(timeNs);
        } else if (state == State.CONNECTED) {
            close(timeNs, "logout before the Logon");
        }
    }

    /** Ends the session like {@link #logout}, after which both numbers begin at 1: the end of a session's day. */
    public void endOfSession(long timeNs) {
        ending = state != State.DISCONNECTED;
        if (state == State.DISCONNECTED) {
            startAgain(timeNs, 1);
        } else {
            logout(timeNs, null);
        }
    }

    /** Takes note that time has passed: heartbeats, test requests, and the limits of waiting. */
    public void tick(long timeNs) {
        if (state == State.ACTIVE && intervalNs > 0) {
            long silentNs = timeNs - lastHeardNs;
            if (tested && timeNs - testedNs >= intervalNs * 6 / 5) {
                close(timeNs, "the peer is silent seconds=" + silentNs / SECOND_NS);
                return;
            }
            if (!tested && silentNs >= intervalNs * 6 / 5) {
                tested = true;
                testedNs = timeNs;
                write(timeNs, content.start("1").body().put(FixTags.TEST_REQ_ID, TEST));
            }
            if (timeNs - lastSentNs >= intervalNs) {
                write(timeNs, content.start("0").body());
            }
        } else if (state == State.LEAVING && timeNs - leavingSinceNs >= settings.logoutTimeoutNs()) {
            close(timeNs, "no answer to the Logout");
        }
    }

    /**
     * Returns when {@link #tick} has something to do next, in nanoseconds since 1970; {@code Long.MAX_VALUE} if nothing
     * is due.
     */
    public long nextTickNs() {
        if (state == State.LEAVING) {
            return leavingSinceNs + settings.logoutTimeoutNs();
        }
        if (state != State.ACTIVE || intervalNs == 0) {
            return Long.MAX_VALUE;
        }
        long listening = (tested ? testedNs : lastHeardNs) + intervalNs * 6 / 5;
        return Math.min(listening, lastSentNs + intervalNs);
    }

    /** Takes note that the clock was set, forward by so many nanoseconds: intervals continue as if it had not been. */
    void clockSet(long byNs) {
        lastSentNs += byNs;
        lastHeardNs += byNs;
        testedNs += byNs;
        leavingSinceNs += byNs;
    }

    @Override
    public void connected(long timeNs) {
        state = State.CONNECTED;
        tested = false;
        logonSent = false;
        lastHeardNs = timeNs;
        lastSentNs = timeNs;
        if (settings.role() == FixSettings.Role.INITIATOR) {
            boolean reset = settings.has(FixOption.RESET_AT_LOGON);
            if (reset) {
                startAgain(timeNs, 1);
            }
            sendLogon(timeNs, settings.heartbeatSeconds(), reset, 1);
        }
    }

    @Override
    public void disconnected(long timeNs) {
        state = State.DISCONNECTED;
        if (next > 1 && (ending || settings.has(FixOption.RESET_AT_DISCONNECT))) {
            startAgain(timeNs, 1);
        }
        ending = false;
    }

    @Override
    public void loggedOn(long timeNs, FixMessage logon, long nextIncoming) {
        heard(timeNs, nextIncoming - 1);
        boolean answered = logonSent && settings.role() == FixSettings.Role.INITIATOR;
        boolean asked = logon.isYes(FixTags.RESET_SEQ_NUM_FLAG);
        boolean reset = asked || settings.has(FixOption.RESET_AT_LOGON);
        if (reset && !(answered && settings.has(FixOption.RESET_AT_LOGON))) {
            // The Logon that was answered is the first message; a peer that expects it again asks, and gets a gap fill.
            startAgain(timeNs, answered ? 2 : 1);
        }
        long peerExpects = logon.longValue(FixTags.NEXT_EXPECTED_MSG_SEQ_NUM, 0);
        boolean counts = settings.has(FixOption.NEXT_EXPECTED) && peerExpects > 0;
        if (counts && peerExpects > next) {
            String text = "Tag 789 (NextExpectedMsgSeqNum) is higher than expected. Expected " + next + ", Received "
                    + peerExpects;
            sendLogout(timeNs, text);
            close(timeNs, text);
            return;
        }
        long seconds = logon.longValue(FixTags.HEART_BT_INT, settings.heartbeatSeconds());
        intervalNs = seconds * SECOND_NS;
        if (!answered) {
            sendLogon(timeNs, seconds, reset, nextIncoming);
        }
        logonSent = false;
        state = State.ACTIVE;
        if (counts && peerExpects < next - (answered ? 0 : 1)) {
            sent.resend(timeNs, peerExpects, next - 1);
        }
    }

    @Override
    public void refused(long timeNs, FixMessage logon, String text) {
        if (!settings.has(FixOption.REFUSE_SILENTLY)) {
            sendLogout(timeNs, text);
        }
        close(timeNs, text);
    }

    @Override
    public void heard(long timeNs, long number) {
        lastHeardNs = timeNs;
        tested = false;
        processed = number;
    }

    @Override
    public void application(long timeNs, FixMessage message, long number) {
        heard(timeNs, number);
    }

    @Override
    public void taken(long timeNs, FixMessage message, long number) {
        heard(timeNs, number);
        if (settings.extension().answer(message, content)) {
            write(timeNs, content);
        }
    }

    @Override
    public void testRequest(long timeNs, FixMessage message, long number) {
        heard(timeNs, number);
        if (state == State.ACTIVE) {
            content.start("0").body();
            copy(message, FixTags.TEST_REQ_ID, FixTags.TEST_REQ_ID);
            write(timeNs, content);
        }
    }

    @Override
    public void resendRequest(long timeNs, long begin, long end, long number) {
        heard(timeNs, number);
        long all = next - 1;
        boolean open = end == 0 || end > all || (before42 && end == ALL_BEFORE_42);
        if (state == State.ACTIVE && begin <= all) {
            sent.resend(timeNs, begin, open ? all : end);
        }
    }

    @Override
    public void gap(long timeNs, long begin, long end) {
        if (state == State.ACTIVE) {
            long last = end == 0 && before42 ? ALL_BEFORE_42 : end;
            content.start("2").body().put(FixTags.BEGIN_SEQ_NO, begin).put(FixTags.END_SEQ_NO, last);
            write(timeNs, content);
        }
    }

    @Override
    public void rejected(long timeNs, FixMessage message, long number, FixRejectReason reason, int tag, String text) {
        heard(timeNs, number);
        if (state != State.ACTIVE) {
            return;
        }
        content.start("3");
        copy(message, FixTags.DELIVER_TO_COMP_ID, FixTags.ON_BEHALF_OF_COMP_ID);
        copy(message, FixTags.DELIVER_TO_SUB_ID, FixTags.ON_BEHALF_OF_SUB_ID);
        copy(message, FixTags.ON_BEHALF_OF_COMP_ID, FixTags.DELIVER_TO_COMP_ID);
        copy(message, FixTags.ON_BEHALF_OF_SUB_ID, FixTags.DELIVER_TO_SUB_ID);
        if (settings.dictionary().header().has(FixTags.DELIVER_TO_LOCATION_ID)) { // from FIX 4.1
            copy(message, FixTags.DELIVER_TO_LOCATION_ID, FixTags.ON_BEHALF_OF_LOCATION_ID);
            copy(message, FixTags.ON_BEHALF_OF_LOCATION_ID, FixTags.DELIVER_TO_LOCATION_ID);
        }
        content.body().put(FixTags.REF_SEQ_NUM, number).put(FixTags.TEXT, text);
        if (!before42) {
            if (tag != FixProblem.NO_TAG && !isShort(reason, tag)) {
                content.put(FixTags.REF_TAG_ID, tag);
            }
            copy(message, FixTags.MSG_TYPE, FixTags.REF_MSG_TYPE);
            if (isKnown(reason)) {
                content.put(FixTags.SESSION_REJECT_REASON, reason.code());
            }
        }
        write(timeNs, content);
    }

    private boolean isShort(FixRejectReason reason, int tag) {
        return settings.has(FixOption.SHORT_REJECTS)
                && (reason == FixRejectReason.SENDING_TIME
                        || reason == FixRejectReason.INVALID_MSG_TYPE
                        || tag == FixTags.NEW_SEQ_NO);
    }

    /** Returns whether the version has a reason: the dictionary lists it, or lists none at all. */
    private boolean isKnown(FixRejectReason reason) {
        FixField field = settings.dictionary().field(FixTags.SESSION_REJECT_REASON);
        return reason.code() >= 0
                && (field == null
                        || field.values().isEmpty()
                        || field.values().contains(Integer.toString(reason.code())));
    }

    @Override
    public void logout(long timeNs, FixMessage message, long number) {
        heard(timeNs, number);
        if (state == State.ACTIVE) {
            sendLogout(timeNs, null);
        }
        if (settings.has(FixOption.RESET_AT_LOGOUT)) {
            ending = true;
        }
        close(timeNs, "Logout");
    }

    @Override
    public void ended(long timeNs, String text) {
        if (state == State.ACTIVE) {
            sendLogout(timeNs, text);
            leave(timeNs);
        } else {
            close(timeNs, text);
        }
    }

    @Override
    public void closed(long timeNs, String reason) {
        close(timeNs, reason);
    }

    private void startAgain(long timeNs, long number) {
        next = number;
        sent.numberedFrom(timeNs, number);
    }

    private void leave(long timeNs) {
        state = State.LEAVING;
        leavingSinceNs = timeNs;
    }

    private void close(long timeNs, String reason) {
        if (state != State.CLOSED && state != State.DISCONNECTED) {
            state = State.CLOSED;
            sent.close(timeNs, reason);
        }
    }

    private void sendLogon(long timeNs, long seconds, boolean reset, long nextIncoming) {
        content.start("A").body().put(FixTags.ENCRYPT_METHOD, 0).put(FixTags.HEART_BT_INT, seconds);
        if (reset) {
            content.put(FixTags.RESET_SEQ_NUM_FLAG, 'Y');
        }
        if (settings.has(FixOption.NEXT_EXPECTED)) {
            content.put(FixTags.NEXT_EXPECTED_MSG_SEQ_NUM, nextIncoming);
        }
        if (id.isFixt()) {
            content.put(FixTags.DEFAULT_APPL_VER_ID, settings.applicationVersion());
        }
        settings.extension().logon(content);
        logonSent = true;
        transmit(timeNs, content);
    }

    private void sendLogout(long timeNs, String text) {
        content.start("5").body();
        if (text != null) {
            content.put(FixTags.TEXT, text);
        }
        transmit(timeNs, content);
    }

    private void copy(FixMessage message, int tag, int as) {
        int field = message.find(tag);
        if (field >= 0 && message.start(field) < message.end(field)) {
            content.put(as, message.bytes(), message.start(field), message.end(field) - message.start(field));
        }
    }

    private void write(long timeNs, FixWriter message) {
        if (state == State.ACTIVE) {
            transmit(timeNs, message);
        } else {
            encode(timeNs, message);
            sent.keep(timeNs, next++, wire.bytes(), wire.offset(), wire.length());
        }
    }

    private void transmit(long timeNs, FixWriter message) {
        encode(timeNs, message);
        lastSentNs = timeNs;
        sent.transmit(timeNs, next++, wire.bytes(), wire.offset(), wire.length());
    }

    private void encode(long timeNs, FixWriter message) {
        wire.start(message.msgType())
                .put(FixTags.MSG_SEQ_NUM, next)
                .put(FixTags.SENDER_COMP_ID, id.own())
                .putTimestamp(FixTags.SENDING_TIME, timeNs, settings.precision())
                .put(FixTags.TARGET_COMP_ID, id.peer())
                .appendHeader(message);
        if (settings.has(FixOption.LAST_PROCESSED)) {
            wire.put(FixTags.LAST_MSG_SEQ_NUM_PROCESSED, processed);
        }
        wire.appendBody(message).finish(id.beginString());
    }
}
