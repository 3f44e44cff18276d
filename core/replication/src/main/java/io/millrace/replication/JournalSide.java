package io.millrace.replication;

import io.millrace.journal.Mark;
import java.util.Map;

/** What a member does with its journal in one role; {@link MemberLog} says what each method means. */
sealed interface JournalSide extends AutoCloseable permits SourceJournal, CopyJournal {

    /** Returns the boundary after the last frame, as the journal has it. */
    long boundary();

    long syncedEnd();

    long hash(long position);

    /** Makes durable what another member may know about, before it is told of a segment. */
    void announce(long segment);

    void raiseMark(Mark mark);

    void force();

    /** Returns a force for another thread, or null where everything is on the device. */
    Forcing forcing();

    void maintain(Map<String, Long> copies);

    /** Ends this role; the files stay open. */
    @Override
    void close();
}
