package io.millrace.journal;

/** What a journal is among the machines that hold it. */
public enum JournalRole {
    /** It has no copies elsewhere. */
    ORDINARY(0),
    /** It has copies, and this machine appends. */
    SOURCE(1),
    /** Only {@link CopyWriter} writes it; what it writes comes from the source. */
    COPY(2);

    private final long number;

    JournalRole(long number) {
        this.number = number;
    }

    /** Returns the number that the table states for this role. */
    long number() {
        return number;
    }

    /** Returns the role with a number that the table states. */
    static JournalRole of(long number) {
        for (JournalRole role : values()) {
            if (role.number == number) {
                return role;
            }
        }
        throw new JournalDamagedException("unknown role in table file=" + SegmentName.TABLE + " offset="
                + TableLayout.ROLE_OFFSET + " expected=0..2 actual=" + number);
    }
}
