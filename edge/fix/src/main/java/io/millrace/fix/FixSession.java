package io.millrace.fix;

import java.time.Duration;
import java.time.Instant;

/**
 * A session whose halves and application call each other directly, on one thread: receiver to sender and application,
 * application to sender, sender to transmitter. It knows no clock and no socket: the caller states the time,
 * nanoseconds since 1970, and hands over bytes.
 */
public final class FixSession {

    private static final int MOST_AT_ONCE = 64;

    private final FixSettings settings;
    private final FixApplication application;
    private final FixReceiver receiver;
    private final FixSender sender;
    private final FixTransmitter transmitter;
    private boolean connected;
    private FixSchedule.Period lastPeriod;
    private long endNs = Long.MAX_VALUE;

    /** Creates a session that is not connected, with numbers from 1. */
    public FixSession(FixSettings settings, FixSentStore store, FixApplication application) {
        this.settings = settings;
        this.application = application;
        transmitter = new FixTransmitter(settings, store);
        sender = new FixSender(settings, transmitter);
        receiver = new FixReceiver(settings, new Events());
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
        if (lastPeriod != null && !lastPeriod.start().equals(period.start())) {
            receiver.endOfSession();
            sender.endOfSession(timeNs);
        }
        lastPeriod = period;
        endNs = settings.schedule().isNonStop()
                ? Long.MAX_VALUE
                : Duration.between(Instant.EPOCH, period.end()).toNanos();
        connected = true;
        transmitter.connected(line);
        receiver.connected(timeNs);
    }

    /** Ends the use of the connection. */
    public void disconnected(long timeNs) {
        if (connected) {
            connected = false;
            transmitter.disconnected();
            receiver.disconnected(timeNs);
        }
    }

    /** Takes a message that a framer has found. */
    public void received(long timeNs, byte[] bytes, int offset, int length) {
        receiver.received(timeNs, bytes, offset, length);
        transmitter.poll(timeNs, MOST_AT_ONCE);
    }

    /** Takes note of bytes that are no message. */
    public void garbled(long timeNs) {
        receiver.garbled(timeNs);
        transmitter.poll(timeNs, MOST_AT_ONCE);
    }

    /** Takes note of a message that is too long. */
    public void tooLong(long timeNs, long bytes) {
        receiver.tooLong(timeNs, bytes);
        transmitter.poll(timeNs, MOST_AT_ONCE);
    }

    /** Sends a message of the application. */
    public void send(long timeNs, FixWriter message) {
        sender.send(timeNs, message);
    }

    /** Begins to end the session; the text may be null. */
    public void logout(long timeNs, String text) {
        sender.logout(timeNs, text);
        transmitter.poll(timeNs, MOST_AT_ONCE);
    }

    /**
     * Takes note that time has passed, and writes what is left.
     *
     * @return whether more is left to write
     */
    public boolean tick(long timeNs) {
        if (connected && timeNs >= endNs) {
            endNs = Long.MAX_VALUE;
            lastPeriod = null;
            receiver.endOfSession();
            sender.endOfSession(timeNs);
        }
        receiver.tick(timeNs);
        sender.tick(timeNs);
        return transmitter.poll(timeNs, MOST_AT_ONCE);
    }

    /** What the receiver finds goes to the sender first, and then to the application. */
    private final class Events implements FixEvents {

        @Override
        public void connected(long timeNs) {
            sender.connected(timeNs);
        }

        @Override
        public void disconnected(long timeNs) {
            sender.disconnected(timeNs);
            application.loggedOut(FixSession.this, timeNs);
        }

        @Override
        public void loggedOn(long timeNs, FixMessage logon, long nextIncoming) {
            sender.loggedOn(timeNs, logon, nextIncoming);
            application.loggedOn(FixSession.this, timeNs);
        }

        @Override
        public void refused(long timeNs, FixMessage logon, String text) {
            sender.refused(timeNs, logon, text);
        }

        @Override
        public void heard(long timeNs, long number) {
            sender.heard(timeNs, number);
        }

        @Override
        public void application(long timeNs, FixMessage message, long number) {
            sender.application(timeNs, message, number);
            application.message(FixSession.this, timeNs, message);
        }

        @Override
        public void testRequest(long timeNs, FixMessage message, long number) {
            sender.testRequest(timeNs, message, number);
        }

        @Override
        public void resendRequest(long timeNs, long begin, long end, long number) {
            sender.resendRequest(timeNs, begin, end, number);
        }

        @Override
        public void gap(long timeNs, long begin, long end) {
            sender.gap(timeNs, begin, end);
        }

        @Override
        public void rejected(
                long timeNs, FixMessage message, long number, FixRejectReason reason, int tag, String text) {
            sender.rejected(timeNs, message, number, reason, tag, text);
        }

        @Override
        public void logout(long timeNs, FixMessage message, long number) {
            sender.logout(timeNs, message, number);
        }

        @Override
        public void ended(long timeNs, String text) {
            sender.ended(timeNs, text);
        }

        @Override
        public void closed(long timeNs, String reason) {
            sender.closed(timeNs, reason);
        }
    }
}
