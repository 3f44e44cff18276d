package io.millrace.fix;

import java.util.function.Function;

/**
 * One connection, from its bytes to its session: it finds messages, and by the first one the session. A connection
 * whose first message names no known session, or one that is connected already, is closed without a word. It knows no
 * clock and no socket; one thread at a time may call it.
 */
public final class FixConnection {

    private final FixFramer framer;
    private final Function<FixSessionId, FixSession> sessions;
    private final FixLine line;
    private long sinceNs;
    private final long logonTimeoutNs;
    private FixSession session;
    private boolean open = true;
    private long messages;

    /**
     * Creates a connection that was accepted.
     *
     * @param sessions returns the session that a first message names, or null
     * @param longest the longest first message, in bytes; its session says how long later ones may be
     * @param logonTimeoutNs how long the first message may take
     */
    public FixConnection(
            Function<FixSessionId, FixSession> sessions, FixLine line, int longest, long timeNs, long logonTimeoutNs) {
        this.sessions = sessions;
        this.line = line;
        this.sinceNs = timeNs;
        this.logonTimeoutNs = logonTimeoutNs;
        framer = new FixFramer(longest);
    }

    /** Creates a connection that {@code initiator} has asked for; it sends its Logon. */
    public static FixConnection initiate(FixSession initiator, FixLine line, long timeNs) {
        FixSettings settings = initiator.settings();
        FixConnection connection =
                new FixConnection(_ -> initiator, line, settings.longestMessage(), timeNs, settings.logonTimeoutNs());
        connection.use(initiator, timeNs);
        initiator.tick(timeNs);
        return connection;
    }

    /** Returns the session, or null while the first message has not come. */
    public FixSession session() {
        return session;
    }

    /** Returns how many messages were handed to the session. */
    public long messages() {
        return messages;
    }

    /** Returns whether neither side has closed the connection. */
    public boolean isOpen() {
        return open;
    }

    /** Takes bytes that were read. */
    public void received(long timeNs, byte[] bytes, int offset, int length) {
        int at = offset;
        int left = length;
        while (open && left > 0) {
            int count = Math.min(left, framer.free());
            framer.add(bytes, at, count);
            at += count;
            left -= count;
            frames(timeNs);
        }
    }

    private void frames(long timeNs) {
        while (open) {
            switch (framer.next()) {
                case INCOMPLETE -> {
                    return;
                }
                case MESSAGE -> message(timeNs);
                case GARBLED -> {
                    if (session == null) {
                        close("the first message is garbled");
                    } else {
                        session.garbled(timeNs);
                    }
                }
                case TOO_LONG -> {
                    if (session == null) {
                        close("the first message is too long bytes=" + framer.statedLength());
                    } else {
                        session.tooLong(timeNs, framer.statedLength());
                    }
                    framer.clear();
                    return;
                }
            }
        }
    }

    private void message(long timeNs) {
        if (session == null) {
            FixSessionId id = FirstMessage.sessionOf(framer.bytes(), framer.offset(), framer.length());
            FixSession found = id == null ? null : sessions.apply(id);
            if (found == null) {
                close("the first message names no session that is known session=" + id);
                return;
            }
            if (found.isConnected()) {
                close("the session is connected already session=" + id);
                return;
            }
            use(found, timeNs);
        }
        messages++;
        session.received(timeNs, framer.bytes(), framer.offset(), framer.length());
    }

    private void use(FixSession found, long timeNs) {
        session = found;
        framer.allow(found.settings().longestMessage());
        found.connected(timeNs, new FixLine() {
            @Override
            public void write(byte[] bytes, int offset, int length) {
                line.write(bytes, offset, length);
            }

            @Override
            public boolean hasCapacity() {
                return line.hasCapacity();
            }

            @Override
            public void close(String reason) {
                FixConnection.this.close(reason);
            }
        });
    }

    private void close(String reason) {
        if (open) {
            open = false;
            line.close(reason);
        }
    }

    /** Takes note that the connection has ended, from either side. */
    public void disconnected(long timeNs) {
        open = false;
        if (session != null) {
            session.disconnected(timeNs);
        }
    }

    /** Takes note that the clock was set, forward by so many nanoseconds, which changes no time limit. */
    void clockSet(long byNs) {
        sinceNs += byNs;
        if (session != null) {
            session.clockSet(byNs);
        }
    }

    /**
     * Takes note that time has passed.
     *
     * @return whether more is left to write
     */
    public boolean tick(long timeNs) {
        if (session != null) {
            return open && session.tick(timeNs);
        }
        if (open && timeNs - sinceNs >= logonTimeoutNs) {
            close("no Logon in time");
        }
        return false;
    }

    /**
     * Writes what is left, a bounded number of messages.
     *
     * @return whether more is left to write
     */
    public boolean write(long timeNs) {
        return session != null && open && session.write(timeNs);
    }
}
