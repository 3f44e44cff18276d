package io.millrace.fix;

import io.millrace.journal.Index;

/** What the journal of an engine keeps of one session. */
final class JournalStore implements FixStore {

    private static final long NO_EFFECT = 0;
    private static final long STARTS = 1;
    private static final long STOPS = 2;

    private final FixJournal journal;
    private final FixSessionId id;
    private final String name;
    private final SentIndex sent = new SentIndex();
    private long incoming = 1;
    private long outgoing = 1;
    private long activeNs;
    private long loggedOnNs;

    /** The application version by which messages are read now; null for that of the settings. */
    private String version;

    /** Whether the journal has had two versions: a peer may state another one with each Logon. */
    private boolean isVersionChanged;

    private String stagedVersion;
    private boolean stopped;
    private final SessionCounts counts = new SessionCounts();

    JournalStore(FixJournal journal, FixSessionId id) {
        this.journal = journal;
        this.id = id;
        name = id.toString();
    }

    FixSessionId id() {
        return id;
    }

    String name() {
        return name;
    }

    /** Returns whether Logons were exchanged and the connection has not ended since. */
    boolean isLoggedOn() {
        return loggedOnNs != 0;
    }

    /** Returns whether an operator has stopped the session. */
    boolean isStopped() {
        return stopped;
    }

    /** Returns what an operation changes that no other call of the journal says. */
    static long effect(FixOperations.Kind kind, String outcome) {
        if (!outcome.equals(FixOperations.DONE) && !outcome.equals(FixOperations.KEPT)) {
            return NO_EFFECT;
        }
        return switch (kind) {
            case START -> STARTS;
            case STOP -> STOPS;
            default -> NO_EFFECT;
        };
    }

    /** Returns what is counted of the session. */
    SessionCounts counts() {
        return counts;
    }

    /** Returns the application version by which messages are read now; null for that of the settings. */
    String version() {
        return version;
    }

    /** Sets the application version by which messages are read, while the journal is read again. */
    void version(FixJournalRead read) {
        if (!read.version().isEmpty()) {
            version = read.version();
        }
    }

    /** Returns whether messages of the journal are read by several application versions. */
    boolean isVersionChanged() {
        return isVersionChanged;
    }

    private void enter(String next) {
        isVersionChanged |= version != null && !version.equals(next);
        version = next;
    }

    /** Returns the index of the first message that the peer may ask for; {@link Index#NONE} if there is none. */
    long firstSent() {
        return sent.first();
    }

    /** Takes note of a record that this run has put into the journal. */
    void kept(FixJournal.Kind kind, long number, long index, long timeNs) {
        counts.kept(kind);
        take(kind, number, index, timeNs);
    }

    private void take(FixJournal.Kind kind, long number, long index, long timeNs) {
        if (kind != FixJournal.Kind.KNOWN) {
            activeNs = Math.max(activeNs, timeNs);
        }
        counts.newest(kind, index, timeNs);
        switch (kind) {
            case APPLICATION -> incoming = number + 1;
            case RECEIVED, EXPECTING -> incoming = number;
            case SENT -> {
                sent.add(number, index);
                outgoing = number + 1;
            }
            case NUMBERED_FROM -> {
                sent.forgetFrom(number);
                outgoing = number;
            }
            case LOGGED_ON -> loggedOnNs = Math.max(1, timeNs);
            case LOGGED_OUT -> loggedOnNs = 0;
            case VERSION -> enter(stagedVersion);
            case OPERATED -> {
                if (number != NO_EFFECT) {
                    stopped = number == STOPS;
                }
            }
            case REFUSED, KNOWN -> {
                // changes nothing
            }
        }
    }

    /** Takes a record that an opening has read. */
    void restored(FixJournalRead read, long index, long timeNs) {
        switch (read.kind()) {
            case VERSION -> enter(read.version());
            case KNOWN -> {
                incoming = read.number();
                outgoing = read.outgoing();
                activeNs = Math.max(activeNs, read.activeNs());
                loggedOnNs = read.loggedOnNs();
                sent.continueAt(outgoing);
                if (!read.version().isEmpty()) {
                    enter(read.version());
                }
            }
            default -> take(read.kind(), read.number(), index, timeNs);
        }
    }

    /** Keeps again what is known. */
    void keepKnown(long cause) {
        journal.stage(this, FixJournal.Kind.KNOWN, incoming);
        journal.calls().known(incoming, outgoing, activeNs, loggedOnNs, cause, version == null ? "" : version, name);
    }

    /** Takes numbers over from another engine. */
    void takeOver(long nextIncoming, long nextOutgoing, long sinceNs) {
        incoming = nextIncoming;
        outgoing = nextOutgoing;
        activeNs = sinceNs;
        sent.continueAt(outgoing);
        journal.begin(sinceNs);
        keepKnown(Index.NONE);
        journal.commit();
    }

    @Override
    public long nextIncoming() {
        return incoming;
    }

    @Override
    public long nextOutgoing() {
        return outgoing;
    }

    @Override
    public long lastActiveNs() {
        return activeNs;
    }

    @Override
    public void begin(long timeNs) {
        journal.begin(timeNs);
    }

    @Override
    public void commit() {
        journal.commit();
    }

    @Override
    public void application(long number, byte[] bytes, int offset, int length) {
        journal.stage(this, FixJournal.Kind.APPLICATION, number);
        journal.calls().application(number, journal.message(bytes, offset, length), name);
    }

    @Override
    public void received(long expected, byte[] bytes, int offset, int length) {
        journal.stage(this, FixJournal.Kind.RECEIVED, expected);
        journal.calls().received(expected, journal.masked(bytes, offset, length), name);
    }

    @Override
    public void expecting(long number) {
        journal.stage(this, FixJournal.Kind.EXPECTING, number);
        journal.calls().expecting(number, name);
    }

    @Override
    public void append(long number, byte[] bytes, int offset, int length) {
        journal.stage(this, FixJournal.Kind.SENT, number);
        journal.calls().sent(number, journal.masked(bytes, offset, length), journal.cause(), name);
    }

    @Override
    public void numberedFrom(long next) {
        journal.stage(this, FixJournal.Kind.NUMBERED_FROM, next);
        journal.calls().numberedFrom(next, name);
    }

    @Override
    public void version(String applVerId) {
        if (applVerId != null && !applVerId.equals(version)) {
            stagedVersion = applVerId;
            journal.stage(this, FixJournal.Kind.VERSION, 0);
            journal.calls().version(applVerId, name);
        }
    }

    @Override
    public void loggedOn() {
        journal.stage(this, FixJournal.Kind.LOGGED_ON, 0);
        journal.calls().loggedOn(name);
    }

    @Override
    public void loggedOut() {
        journal.stage(this, FixJournal.Kind.LOGGED_OUT, 0);
        journal.calls().loggedOut(name);
    }

    @Override
    public long nextKept(long number) {
        return sent.nextKnown(number);
    }

    @Override
    public boolean find(long number) {
        long index = sent.find(number);
        return index != Index.NONE && journal.find(index, number, name);
    }

    @Override
    public byte[] bytes() {
        return journal.found();
    }

    @Override
    public int offset() {
        return 0;
    }

    @Override
    public int length() {
        return journal.foundLength();
    }
}
