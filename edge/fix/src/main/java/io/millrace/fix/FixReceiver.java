package io.millrace.fix;

/**
 * The receiving half of a session: it owns the incoming number, validation and gaps, and knows no clock and no socket.
 * Its inputs are calls with their time, nanoseconds since 1970; its outputs are calls of {@link FixEvents}. So its
 * state is a function of its calls. One thread at a time may call it.
 *
 * <p>Messages are processed in the order of their numbers. One that comes too early is kept, and what is missing is
 * asked for once; a ResendRequest is served when it comes, so that two sides which miss messages do not wait for each
 * other (FIX 4.4 volume 2, message recovery).
 */
public final class FixReceiver {

    private enum State {
        DISCONNECTED,
        WAITING,
        ACTIVE,
        /** A Logout was decided; only the peer's Logout counts. */
        ENDING
    }

    /** The greatest number that an order or a peer may set: messages for years are left before 18 digits end. */
    static final long MOST_NUMBER = 999_999_999_999_999L;

    private static final String INVALID_LOGON = "Invalid Logon message: ";
    private static final int MOST_PENDING_BYTES = 64 << 20;

    private final FixSettings settings;
    private final FixEvents events;
    private final FixExtension extension;
    private final FixMessage message = new FixMessage();
    private final FixMessage kept = new FixMessage();
    private final FixValidator validator;
    private final PendingMessages pending;
    private final Gap gap;
    private final FixMessage.Checksum checksum;
    private final byte[] beginString;
    private final byte[] own;
    private final byte[] peer;
    private FixDictionary dictionary;
    private State state = State.DISCONNECTED;
    private long connectedNs;
    private long expected = 1;
    private boolean startsAgain;

    /** Creates a receiver that expects number 1. */
    public FixReceiver(FixSettings settings, FixEvents events) {
        this(settings, events, new PendingMessages.Space(MOST_PENDING_BYTES));
    }

    /** Creates a receiver that shares the space for messages that come early. */
    FixReceiver(FixSettings settings, FixEvents events, PendingMessages.Space space) {
        this.settings = settings;
        this.events = events;
        extension = settings.extension();
        validator = new FixValidator(settings.checks());
        pending = new PendingMessages(settings.mostPending(), space);
        gap = new Gap(settings.resendChunk());
        checksum = settings.has(FixOption.ACCEPT_ANY_CHECKSUM)
                ? FixMessage.Checksum.NOT_CHECKED
                : FixMessage.Checksum.CHECKED;
        beginString = FixText.bytes(settings.id().beginString());
        own = FixText.bytes(settings.id().own());
        peer = FixText.bytes(settings.id().peer());
        dictionary = settings.dictionary();
    }

    /** Returns the number that is expected next, at least 1. */
    public long nextIncoming() {
        return expected;
    }

    /** Returns how many messages are missing in front of those that came early. */
    long missing() {
        return gap.missing(expected);
    }

    /** Returns whether the newest message is of a type. */
    boolean hasGot(String msgType) {
        return message.isType(msgType);
    }

    /** Asks again for what was received from a number on, see {@link FixSession#requestResend}. */
    void askAgain(long timeNs, long from) {
        if (state != State.ACTIVE || from < 1 || from >= expected) {
            throw new IllegalArgumentException("a session that is logged on asks again for numbers that it has received"
                    + " state=" + state + " number=" + from + " expected=" + expected);
        }
        long last = expected - 1;
        setNextIncoming(from);
        events.gap(timeNs, from, gap.ask(from, last));
    }

    /** Continues with a number that the store has kept. */
    void continueWith(long number) {
        expected = number;
    }

    static void check(long number) {
        if (number < 1 || number > MOST_NUMBER) {
            throw new IllegalArgumentException(
                    "a number is out of range number=" + number + " least=1 most=" + MOST_NUMBER);
        }
    }

    /**
     * Sets the number that is expected next; an order of an operator.
     *
     * @throws IllegalArgumentException if the number is not from 1 to 10^15 - 1
     */
    public void setNextIncoming(long number) {
        check(number);
        expected = number;
        pending.clear();
        gap.clear();
    }

    /** Takes note of the end of a session's day: the number begins at 1 when the connection has ended. */
    public void endOfSession() {
        if (state == State.DISCONNECTED) {
            expected = 1;
        } else {
            startsAgain = true;
        }
    }

    /** Takes note of a new connection. */
    public void connected(long timeNs) {
        state = State.WAITING;
        connectedNs = timeNs;
        dictionary = settings.dictionary();
        pending.clear();
        gap.clear();
        events.connected(timeNs);
    }

    /** Takes note of the end of the connection. */
    public void disconnected(long timeNs) {
        if (state == State.DISCONNECTED) {
            return;
        }
        state = State.DISCONNECTED;
        pending.clear();
        gap.clear();
        if (startsAgain || settings.has(FixOption.RESET_AT_DISCONNECT)) {
            expected = 1;
        }
        startsAgain = false;
        events.disconnected(timeNs);
    }

    /** Takes note that the clock was set, forward by so many nanoseconds: intervals continue as if it had not been. */
    void clockSet(long byNs) {
        connectedNs += byNs;
    }

    /** Takes note that time has passed. */
    public void tick(long timeNs) {
        if (state == State.WAITING && timeNs - connectedNs >= settings.logonTimeoutNs()) {
            close(timeNs, "no Logon in time");
        }
    }

    /** Takes note of bytes that are no message. */
    public void garbled(long timeNs) {
        if (state == State.WAITING) {
            close(timeNs, "the first message is garbled");
        }
    }

    /** Takes note of a message that is too long, after which the connection cannot be read. */
    public void tooLong(long timeNs, long bytes) {
        if (state == State.WAITING) {
            close(timeNs, "the first message is too long bytes=" + bytes);
        } else if (state == State.ACTIVE) {
            end(timeNs, "Message too long, BodyLength=" + bytes + ", longest=" + settings.longestMessage());
        }
    }

    /** Takes a message as a framer has found it; the bytes are not kept. */
    public void received(long timeNs, byte[] bytes, int offset, int length) {
        if (state == State.DISCONNECTED) {
            return;
        }
        FixFault fault = parse(message, bytes, offset, length);
        switch (state) {
            case WAITING -> first(timeNs, fault);
            case ACTIVE -> {
                if (fault == FixFault.NONE) {
                    next(timeNs, message);
                } else {
                    garbled(timeNs, message);
                }
            }
            default -> {
                if (fault == FixFault.NONE && message.isType("5")) {
                    events.logout(timeNs, message, expected - 1);
                }
            }
        }
    }

    /** Parses a message by the dictionary of the session, or that of the application version that it names. */
    private FixFault parse(FixMessage into, byte[] bytes, int offset, int length) {
        return parse(into, bytes, offset, length, dictionary);
    }

    /**
     * Parses a message of an earlier connection.
     *
     * @param version the DefaultApplVerID that its Logon had; null for that of the settings
     */
    FixFault parse(FixMessage into, byte[] bytes, int offset, int length, String version) {
        FixDictionary named = version == null ? null : settings.dictionary(version);
        return parse(into, bytes, offset, length, named == null ? settings.dictionary() : named);
    }

    private FixFault parse(FixMessage into, byte[] bytes, int offset, int length, FixDictionary usual) {
        FixFault fault = extension.parse(into, bytes, offset, length, usual, checksum);
        if (settings.id().isFixt() && into.has(FixTags.APPL_VER_ID)) {
            FixDictionary other = settings.dictionary(into.text(FixTags.APPL_VER_ID));
            if (other != null && other != usual) {
                fault = extension.parse(into, bytes, offset, length, other, checksum);
            }
        }
        return fault;
    }

    private boolean isValid(FixMessage got) {
        return validator.isValid(got) && extension.isValid(got, validator.problem());
    }

    private void garbled(long timeNs, FixMessage bad) {
        long number = bad.longValue(FixTags.MSG_SEQ_NUM, 0);
        if (settings.has(FixOption.REJECT_GARBLED) && number == expected) {
            expected++;
            events.rejected(
                    timeNs, bad, number, FixRejectReason.GARBLED, FixProblem.NO_TAG, FixRejectReason.GARBLED.text());
            drain(timeNs);
        } else {
            events.heard(timeNs, expected - 1);
        }
    }

    // The first message of a connection.

    private void first(long timeNs, FixFault fault) {
        if (fault != FixFault.NONE || !message.isType("A") || !isOurs(message)) {
            close(timeNs, "the first message is not a Logon of this session fault=" + fault);
            return;
        }
        String refusal = refusal(timeNs);
        if (refusal != null) {
            state = State.ENDING;
            events.refused(timeNs, message, refusal);
            return;
        }
        logon(timeNs);
    }

    private boolean isOurs(FixMessage first) {
        return first.valueEquals(FixTags.BEGIN_STRING, beginString)
                && first.valueEquals(FixTags.SENDER_COMP_ID, peer)
                && first.valueEquals(FixTags.TARGET_COMP_ID, own);
    }

    /** Returns why the Logon is refused, or null. */
    private String refusal(long timeNs) {
        if (settings.id().isFixt()) {
            String version = message.text(FixTags.DEFAULT_APPL_VER_ID);
            if (version == null || version.isEmpty()) {
                return INVALID_LOGON + FixRejectReason.REQUIRED_TAG_MISSING.text() + ", field="
                        + FixTags.DEFAULT_APPL_VER_ID;
            }
            FixDictionary named = settings.dictionary(version);
            if (named == null) {
                return "Invalid DefaultApplVerID=" + version;
            }
            dictionary = named;
            parse(message, message.bytes(), message.offset(), message.length());
        }
        String interval = LogonNumbers.intervalProblem(message);
        if (interval != null) {
            return interval;
        }
        if (!isValid(message)) {
            return INVALID_LOGON + validator.problem().text();
        }
        if (!isInTime(timeNs, message)) {
            return INVALID_LOGON + FixRejectReason.SENDING_TIME.text() + ", field=" + FixTags.SENDING_TIME;
        }
        long number = message.longValue(FixTags.MSG_SEQ_NUM, 0);
        if (number < 1) {
            return "Received message without MsgSeqNum";
        }
        String reset = LogonNumbers.resetProblem(message, settings, true);
        if (reset != null) {
            return reset;
        }
        long least = isReset(message) ? 1 : expected;
        return number < least && !message.isYes(FixTags.POSS_DUP_FLAG)
                ? tooLow(least, number)
                : extension.refusal(message);
    }

    private boolean isReset(FixMessage logon) {
        return logon.isYes(FixTags.RESET_SEQ_NUM_FLAG) || settings.has(FixOption.RESET_AT_LOGON);
    }

    private void logon(long timeNs) {
        if (isReset(message)) {
            expected = 1;
            pending.clear();
            gap.clear();
        }
        state = State.ACTIVE;
        long number = message.longValue(FixTags.MSG_SEQ_NUM, 0);
        if (number == expected) {
            expected++;
            events.loggedOn(timeNs, message, expected);
            return;
        }
        events.loggedOn(timeNs, message, expected);
        if (number > expected && !isReset(message)) { // this side has begun again: the peer does so when it learns that
            pending.add(number, message, true);
            if (settings.has(FixOption.NEXT_EXPECTED) && message.has(FixTags.NEXT_EXPECTED_MSG_SEQ_NUM)) {
                gap.opened(number - 1); // the peer sees what is missing in the Logon that answers its own
            } else {
                request(timeNs, number);
            }
        }
    }

    // Messages of a session.

    private void next(long timeNs, FixMessage got) {
        if (!got.valueEquals(FixTags.BEGIN_STRING, beginString)) {
            end(timeNs, "Incorrect BeginString");
            return;
        }
        long number = got.longValue(FixTags.MSG_SEQ_NUM, -1);
        if (number < 0) {
            end(timeNs, "Received message without MsgSeqNum");
            return;
        }
        if (!isPeerAndTimeRight(timeNs, got, number)) {
            return;
        }
        if (got.isType("5")) {
            logout(timeNs, got, number);
        } else if (got.isType("A") && got.isYes(FixTags.RESET_SEQ_NUM_FLAG)) {
            relogon(timeNs, got);
        } else if (got.isType("4") && !got.isYes(FixTags.GAP_FILL_FLAG)) {
            reset(timeNs, got, number);
        } else if (number > expected) {
            early(timeNs, got, number);
        } else if (number < expected) {
            late(timeNs, got, number);
        } else {
            process(timeNs, got, number);
            drain(timeNs);
        }
    }

    private boolean isPeerAndTimeRight(long timeNs, FixMessage got, long number) {
        if (isOther(got, FixTags.SENDER_COMP_ID, peer) || isOther(got, FixTags.TARGET_COMP_ID, own)) {
            consume(number);
            reject(timeNs, got, number, FixRejectReason.COMP_ID, FixProblem.NO_TAG, FixRejectReason.COMP_ID.text());
            endRejected(timeNs, FixRejectReason.COMP_ID.text());
            return false;
        }
        if (!isInTime(timeNs, got)) {
            consume(number);
            rejectTime(timeNs, got, number, FixTags.SENDING_TIME);
            return false;
        }
        return true;
    }

    /** Returns whether a party is another one; validation finds one that is missing or empty. */
    private static boolean isOther(FixMessage got, int tag, byte[] party) {
        int field = got.find(tag);
        return field >= 0
                && got.start(field) < got.end(field)
                && !FixText.equal(got.bytes(), got.start(field), got.end(field), party);
    }

    private boolean isInTime(long timeNs, FixMessage got) {
        long sent = got.timestampValue(FixTags.SENDING_TIME);
        if (settings.latencyNs() == 0) {
            return true;
        }
        return sent == FixTime.NONE ? !isFarAway(got) : Math.abs(timeNs - sent) <= settings.latencyNs();
    }

    /** Returns whether SendingTime is a time, of a year that nanoseconds cannot tell; validation finds other values. */
    private static boolean isFarAway(FixMessage got) {
        int field = got.find(FixTags.SENDING_TIME);
        return field >= 0 && FixTime.isTimestamp(got.bytes(), got.start(field), got.end(field));
    }

    private void consume(long number) {
        if (number == expected) {
            expected++;
        }
    }

    private void rejectTime(long timeNs, FixMessage got, long number, int tag) {
        String text = FixRejectReason.SENDING_TIME.text() + ", field=" + tag;
        reject(timeNs, got, number, FixRejectReason.SENDING_TIME, tag, text);
        endRejected(timeNs, text);
    }

    private void logout(long timeNs, FixMessage got, long number) {
        consume(number);
        state = State.ENDING;
        startsAgain |= settings.has(FixOption.RESET_AT_LOGOUT);
        events.logout(timeNs, got, number);
    }

    /** Takes a Logon with ResetSeqNumFlag in a session, which begins both numbers at 1. */
    private void relogon(long timeNs, FixMessage got) {
        if (!isValid(got)) {
            end(timeNs, INVALID_LOGON + validator.problem().text());
            return;
        }
        String problem = LogonNumbers.intervalProblem(got);
        if (problem == null) {
            problem = LogonNumbers.resetProblem(got, settings, false);
        }
        if (problem != null) {
            end(timeNs, problem);
            return;
        }
        expected = 2;
        pending.clear();
        gap.clear();
        events.loggedOn(timeNs, got, expected);
    }

    private void reset(long timeNs, FixMessage got, long number) {
        if (!isValid(got)) {
            reject(timeNs, got, number, validator.problem());
            return;
        }
        long next = got.longValue(FixTags.NEW_SEQ_NO, 0);
        if (next < expected || next > MOST_NUMBER) {
            rejectNewNumber(timeNs, got, number);
            return;
        }
        expected = next;
        events.heard(timeNs, expected - 1);
        progressed(timeNs, true);
        drain(timeNs);
    }

    private void rejectNewNumber(long timeNs, FixMessage got, long number) {
        FixRejectReason reason = FixRejectReason.VALUE_INCORRECT;
        reject(timeNs, got, number, reason, FixTags.NEW_SEQ_NO, reason.text() + ", field=" + FixTags.NEW_SEQ_NO);
    }

    private void early(long timeNs, FixMessage got, long number) {
        boolean served = false;
        if (got.isType("2") && isValid(got)) {
            serve(timeNs, got, expected - 1);
            served = true;
        } else {
            events.heard(timeNs, expected - 1);
        }
        pending.add(number, got, served);
        if (gap.mustAsk(expected, number, got.isYes(FixTags.POSS_DUP_FLAG))) {
            request(timeNs, number);
        }
    }

    private void request(long timeNs, long early) {
        long last = gap.ask(expected, early - 1);
        events.gap(timeNs, expected, last);
    }

    private void late(long timeNs, FixMessage got, long number) {
        if (!got.isYes(FixTags.POSS_DUP_FLAG)) {
            if (got.isType("2") && settings.has(FixOption.SERVE_LOW_RESEND_REQUESTS) && isValid(got)) {
                serve(timeNs, got, expected - 1);
            } else {
                end(timeNs, tooLow(expected, number));
            }
            return;
        }
        long original = got.timestampValue(FixTags.ORIG_SENDING_TIME);
        if (!got.isType("4") && !got.has(FixTags.ORIG_SENDING_TIME)) {
            FixRejectReason reason = FixRejectReason.REQUIRED_TAG_MISSING;
            int tag = FixTags.ORIG_SENDING_TIME;
            reject(timeNs, got, number, reason, tag, reason.text() + ", field=" + tag);
        } else if (original != FixTime.NONE && original > got.timestampValue(FixTags.SENDING_TIME)) {
            rejectTime(timeNs, got, number, FixTags.ORIG_SENDING_TIME);
        } else {
            events.heard(timeNs, expected - 1);
        }
    }

    private static String tooLow(long expected, long number) {
        return "MsgSeqNum too low, expecting " + expected + " but received " + number;
    }

    /** Processes what was kept, as far as nothing is missing. */
    private void drain(long timeNs) {
        while (state == State.ACTIVE && !pending.isEmpty()) {
            PendingMessages.Pending next = pending.take(expected);
            if (next == null) {
                return;
            }
            if (next.served()) {
                expected++;
                progressed(timeNs, false);
            } else {
                parse(kept, next.bytes(), 0, next.bytes().length);
                process(timeNs, kept, expected);
            }
        }
    }

    private void process(long timeNs, FixMessage got, long number) {
        expected++;
        if (!isValid(got)) {
            reject(timeNs, got, number, validator.problem());
        } else if (got.isType("4")) {
            fill(timeNs, got, number);
            return;
        } else if (got.isType("1")) {
            events.testRequest(timeNs, got, number);
        } else if (got.isType("2")) {
            serve(timeNs, got, number);
        } else if (got.isType("0") || got.isType("3") || got.isType("A")) {
            events.heard(timeNs, number);
        } else if (extension.takes(got)) {
            events.taken(timeNs, got, number);
        } else {
            events.application(timeNs, got, number);
        }
        progressed(timeNs, false);
    }

    private void fill(long timeNs, FixMessage got, long number) {
        long next = got.longValue(FixTags.NEW_SEQ_NO, 0);
        if (next <= number || next > MOST_NUMBER) {
            rejectNewNumber(timeNs, got, number);
            progressed(timeNs, false);
        } else {
            expected = next;
            events.heard(timeNs, next - 1);
            progressed(timeNs, true);
        }
    }

    private void serve(long timeNs, FixMessage got, long number) {
        long begin = got.longValue(FixTags.BEGIN_SEQ_NO, 0);
        long last = got.longValue(FixTags.END_SEQ_NO, 0);
        if (begin < 1 || last < 0 || (last != 0 && last < begin)) {
            FixRejectReason reason = FixRejectReason.VALUE_INCORRECT;
            int tag = begin < 1 ? FixTags.BEGIN_SEQ_NO : FixTags.END_SEQ_NO;
            reject(timeNs, got, got.longValue(FixTags.MSG_SEQ_NUM), reason, tag, reason.text() + ", field=" + tag);
        } else {
            events.resendRequest(timeNs, begin, last, number);
        }
    }

    private void progressed(long timeNs, boolean filled) {
        if (gap.isNextChunk(expected, filled)) {
            long first = expected;
            events.gap(timeNs, first, gap.askNext(first));
        }
    }

    private void reject(long timeNs, FixMessage got, long number, FixProblem problem) {
        reject(timeNs, got, number, problem.reason(), problem.tag(), problem.text());
    }

    private void reject(long timeNs, FixMessage got, long number, FixRejectReason reason, int tag, String text) {
        events.rejected(timeNs, got, number, reason, tag, text);
    }

    private void endRejected(long timeNs, String text) {
        end(timeNs, settings.has(FixOption.SHORT_LOGOUTS) ? null : text);
    }

    private void end(long timeNs, String text) {
        state = State.ENDING;
        events.ended(timeNs, text);
    }

    private void close(long timeNs, String reason) {
        state = State.ENDING;
        events.closed(timeNs, reason);
    }
}
