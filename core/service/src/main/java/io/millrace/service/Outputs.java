package io.millrace.service;

import io.millrace.wire.CallSchema;
import java.lang.foreign.MemorySegment;

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

    /**
     * Writes a call whose arguments are encoded under a schema, so that no class of it is needed. Only a source may do
     * so: what a component writes is compared when it restarts, by its interfaces.
     *
     * @param schema the schema of the call
     * @param arguments holds the arguments, which must be valid under the schema
     * @param offset where in it they begin, in bytes
     * @param length how many bytes they have
     * @throws ServiceException where the outputs are not those of a source
     */
    default void call(CallSchema schema, MemorySegment arguments, long offset, int length) {
        throw new ServiceException("only a source writes calls by their schemas method=" + schema.methodName());
    }
}
