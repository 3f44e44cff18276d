package io.millrace.replication;

/** Why a member does not do what another asked. The numbers are part of the protocol. */
public enum Refusal {
    /** It is not the source; the text is the address of the source, if it knows it. */
    NOT_SOURCE(0),
    /** The journal is another one. */
    OTHER_JOURNAL(1),
    /** The epoch is lower than one that was promised. */
    LOWER_EPOCH(2),
    /** The next frame that the copy needs was removed by retention. */
    BEHIND_RETENTION(3),
    /** The histories differ although the epochs do not: one of them is damaged. */
    DIVERGED(4),
    /** The member was removed from the configuration. */
    REMOVED(5),
    /** Another change of the configuration is under way; ask again later. */
    CHANGE_UNDER_WAY(6),
    /** A connected member has the same name. */
    NAME_TAKEN(7),
    /** All numbers of members were given. */
    NO_NUMBER_LEFT(8),
    /** The message does not fit the state of the link. */
    UNEXPECTED(9),
    /** The sender has less than the copy in its own epoch: it was restored, and the copy is to be promoted. */
    SOURCE_BEHIND(10);

    private static final Refusal[] ALL = values();

    private final int number;

    Refusal(int number) {
        this.number = number;
    }

    /** Returns the number in messages. */
    int number() {
        return number;
    }

    /**
     * Returns the refusal with a number.
     *
     * @throws ReplicationException if there is none
     */
    static Refusal numbered(int number) {
        for (Refusal refusal : ALL) {
            if (refusal.number == number) {
                return refusal;
            }
        }
        throw new ReplicationException("unknown reason of a refusal number=" + number);
    }

    /** Returns whether asking again later can help without an operator. */
    public boolean isTemporary() {
        return this == NOT_SOURCE || this == LOWER_EPOCH || this == CHANGE_UNDER_WAY || this == UNEXPECTED;
    }
}
