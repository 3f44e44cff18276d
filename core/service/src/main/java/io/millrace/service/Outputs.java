package io.millrace.service;

/**
 * Gives a component the objects on which it makes its output calls. A component whose output interface is a setting
 * has a constructor parameter of this type.
 */
public interface Outputs {

    /**
     * Returns an object that writes each call to the output channel.
     *
     * @param type an interface whose abstract methods return nothing
     */
    <T> T as(Class<T> type);
}
