package io.millrace.topology;

import io.millrace.journal.JournalId;
import java.util.Map;
import java.util.Optional;

/**
 * What a machine holds of a host, to be promoted or reset: all journals that the host writes together. One thread. A
 * method that says why something is not so returns a part of a sentence for people.
 */
public interface HostCandidate extends AutoCloseable {

    /** Returns why the journals cannot be promoted: one is not there, or has lost something; empty where they can. */
    Optional<String> obstacle();

    /**
     * Sets aside what is not kept, which takes space too, and takes the space for what a promotion writes, of all
     * journals together, before another machine is asked for anything.
     *
     * @param kept up to where each journal is kept; one that it does not name is kept whole
     * @return why that is not possible; empty where it is
     */
    Optional<String> reserve(Map<JournalId, Long> kept);

    /** Returns whether a promotion has begun that can only be completed: another machine may know of its epoch. */
    boolean hasBegun();

    /**
     * Notes that a machine does not answer, so that a promotion does not wait for its members.
     *
     * @param site the name of the machine
     */
    void isAway(String site);

    /**
     * Begins a new epoch of each journal that has not begun one, and is to be called again until all have.
     *
     * @param losses whether messages may be lost that others have acted on
     * @param kept as for {@link #reserve}
     * @return what is not done yet; empty once every journal is that of a source here
     * @throws TopologyException where a journal cannot be promoted
     */
    Optional<String> promote(HostLosses losses, Map<JournalId, Long> kept);

    /**
     * Sets aside what the other machine, which runs the host now, does not have, and is to be called again until all is
     * done.
     *
     * @return what is not done yet; empty once every journal follows that of the other machine
     */
    Optional<String> reset();

    /** Notes that the copies of what other hosts write are to be completed before they are read. */
    void mistrustInputs();

    /** Closes the journals. */
    @Override
    void close();
}
