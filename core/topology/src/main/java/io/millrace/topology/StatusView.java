package io.millrace.topology;

import java.util.List;

/**
 * A view that a module adds to whatever shows the status of a system, such as the console: tables of the module's own
 * things. Implementations are public, have a public constructor without parameters, are named in {@code
 * META-INF/services} and {@code module-info}, have no state, and are used by any thread.
 */
public interface StatusView {

    /** Returns its name in addresses: lower-case letters, digits and {@code -}. */
    String name();

    /** Returns its title for people. */
    String title();

    /**
     * Returns whether there is anything to see, so that the view is offered.
     *
     * @param source the run or the data directory
     */
    default boolean concerns(StatusSource source) {
        return true;
    }

    /**
     * Returns what there is to see now. Called when a user looks, several times a minute at most; it reads what it
     * needs, and changes nothing. What it throws is shown instead.
     *
     * @param source the run or the data directory
     * @return the tables, some thousand rows at most
     * @throws TopologyException where the {@link StatusSource#query() question} is wrong
     */
    List<StatusTable> tables(StatusSource source);
}
