package io.millrace.service;

/** Implemented by a component, source or gateway that can count what it keeps, for a summary. */
public interface Counting {

    /**
     * Returns how many there are, for example the rows of a table.
     *
     * @param what a name that the component understands
     * @throws ServiceException where it does not know the name
     */
    long count(String what);
}
