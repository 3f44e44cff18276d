package io.millrace.wire;

import java.util.List;
import java.util.Optional;

/**
 * What {@code millrace-codegen} writes for a class that is {@link Precompiled}. It is found as the class's full name
 * with {@code _} for {@code $}, and {@code _Codec} behind it; public, with a public constructor without parameters.
 */
public interface PrecompiledCodec {
    /** The fields in order, each as its name, a colon and the full name of its erased class. */
    List<String> fields();

    /**
     * Makes an encoder.
     *
     * @param encoders one for each field; those of primitives, strings and byte arrays are not used
     */
    MessageEncoder encoder(ValueEncoder[] encoders);

    /**
     * Makes a decoder of what was written with the same fields in the same order.
     *
     * @param decoders one for each field; those of primitives, strings and byte arrays are not used
     */
    MessageDecoder decoder(ValueDecoder[] decoders);

    /**
     * Makes an encoder whose numbers are of fixed width, for RAW.
     *
     * @param encoders one for each field; those of primitives, strings and byte arrays are not used
     */
    MessageEncoder rawEncoder(ValueEncoder[] encoders);

    /**
     * Makes a decoder of what {@link #rawEncoder} has written.
     *
     * @param decoders one for each field; those of primitives, strings and byte arrays are not used
     */
    MessageDecoder rawDecoder(ValueDecoder[] decoders);

    /**
     * Makes what remembers the last message of a key, for DELTA; empty where a field is neither a scalar nor an enum
     * nor a message.
     *
     * @param nested one for each field that is a message
     */
    Optional<DeltaFields> changes(DeltaNested[] nested);

    /**
     * Makes a decoder of what was written with other fields.
     *
     * @param decoders one for each of the writer's fields
     * @param places for each of the writer's fields the place of the reader's, or -1
     * @param names the names of the writer's fields, for errors
     * @param missing for each of the reader's fields what a record holds where it was not written, or null
     */
    MessageDecoder decoder(ValueDecoder[] decoders, int[] places, List<String> names, Object[] missing);
}
