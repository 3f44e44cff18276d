package io.millrace.service;

/**
 * Makes a component, source or gateway.
 *
 * @param <C> what is made
 */
@FunctionalInterface
public interface ComponentFactory<C> {

    /**
     * Makes one; it must not make output calls yet.
     *
     * @param outputs what it may write to
     */
    C create(Outputs outputs);
}
