package io.millrace.journal;

/** Another member was promoted, so that this one may not append any more: what it appended would be lost. */
public final class JournalFencedException extends JournalException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception with a message and no cause. */
    public JournalFencedException(String message) {
        super(message);
    }
}
