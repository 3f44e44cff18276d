package io.millrace.replication;

/**
 * The copy that takes over when the machine of its source is lost. What the source sends to any other copy, and its
 * mark, stay where the spare is, so that no reader acts on what it lacks. What the source sends to the spare is limited
 * by a gate: a journal that is made of others is not sent before these.
 *
 * <p>The member calls the gate and notes what the spare holds; any thread may ask for that.
 */
public final class Spare {

    /** Up to where the spare may be sent the journal. The thread of the member calls it. */
    public interface Gate {

        /** Returns the position up to which the spare may be sent frames. No batch is open there. */
        long limit();

        /** Notes that the spare begins again: it may have lost what it held of any journal. */
        void joined();

        /**
         * Returns whether the spare holds all that the journals of its host had when this one was first found to begin
         * with a segment: what was written until then is why the segments before it were not needed any more.
         */
        boolean holdsReasons(long firstKept);
    }

    private final String name;
    private final Gate gate;
    private volatile boolean isRequired;
    private volatile boolean isConfirmed;
    private volatile long held = LogPosition.NONE;

    private Spare(String name, Gate gate, boolean isRequired) {
        this.name = name;
        this.gate = gate;
        this.isRequired = isRequired;
    }

    /**
     * Returns a spare that must hold what is acknowledged, from the beginning.
     *
     * @param name the name of its member
     */
    public static Spare required(String name, Gate gate) {
        return new Spare(name, gate, true);
    }

    /**
     * Returns a spare that others do not wait for until {@link #require}.
     *
     * @param name the name of its member
     */
    public static Spare optional(String name, Gate gate) {
        return new Spare(name, gate, false);
    }

    /** Lets what is acknowledged be held by the spare from now on. */
    public void require() {
        isRequired = true;
    }

    /** Returns whether what is acknowledged is held by the spare. */
    public boolean isRequired() {
        return isRequired;
    }

    /** Returns the position up to which the spare holds the journal, as far as the source knows. */
    public long held() {
        return held;
    }

    /** Returns whether the spare has said what it holds since it was connected last. */
    public boolean isConfirmed() {
        return isConfirmed;
    }

    boolean is(String member) {
        return name.equals(member);
    }

    Gate gate() {
        return gate;
    }

    /** Notes that the spare begins again: what it holds is not known until it says so. */
    void joined() {
        isConfirmed = false;
        held = LogPosition.NONE;
        gate.joined();
    }

    /** Notes what the spare says that it holds. */
    void hold(long position) {
        held = position;
        isConfirmed = true;
    }
}
