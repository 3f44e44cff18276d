package io.millrace.wire;

import java.util.List;
import java.util.Optional;

/**
 * Implemented by the class that {@code millrace-codegen} generates for a class that is {@link Precompiled}. Its name is
 * the full name of that class, with {@code _} for {@code $}, followed by {@code _Codec}. It is public and has a public
 * constructor without parameters.
 */
public interface PrecompiledCodec {
    /** Returns the fields in order, each as its name, a colon and the full name of its erased class. */
    List<String> fields();

    /**
     * Creates an encoder.
     *
     * @param encoders one for each field; not used for primitives, strings and byte arrays
     */
    MessageEncoder encoder(ValueEncoder[] encoders);

    /**
     * Creates a decoder of messages that were written with the same fields in the same order.
     *
     * @param decoders one for each field; not used for primitives, strings and byte arrays
     */
    MessageDecoder decoder(ValueDecoder[] decoders);

    /**
     * Creates an encoder for RAW, which writes numbers with a fixed width.
     *
     * @param encoders one for each field; not used for primitives, strings and byte arrays
     */
    MessageEncoder rawEncoder(ValueEncoder[] encoders);

    /**
     * Creates a decoder of messages that {@link #rawEncoder} has written.
     *
     * @param decoders one for each field; not used for primitives, strings and byte arrays
     */
    MessageDecoder rawDecoder(ValueDecoder[] decoders);

    /**
     * Creates the object that stores the last message of a key, for DELTA; returns empty if a field is neither a scalar
     * nor an enum nor a message.
     *
     * @param nested one for each field that is a message
     */
    Optional<DeltaFields> changes(DeltaNested[] nested);

    /**
     * Creates a decoder of messages that were written with other fields.
     *
     * @param decoders one for each of the writer's fields
     * @param positions for each of the writer's fields the position of the reader's, or -1
     * @param names the names of the writer's fields, for errors
     * @param missing for each of the reader's fields the value in a record if it was not written, or null
     */
    MessageDecoder decoder(ValueDecoder[] decoders, int[] positions, List<String> names, Object[] missing);
}
