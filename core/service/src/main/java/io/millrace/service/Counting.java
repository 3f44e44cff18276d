package io.millrace.service;

/** A component, source or gateway that can count what it keeps, for a summary. */
public interface Counting {

    /**
     * Returns a count, for example of the rows of a table.
     *
     * @param what a name that the component understands
     * @throws ServiceException where it does not know the name
     */
    long count(String what);
}
