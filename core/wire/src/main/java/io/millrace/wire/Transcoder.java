package io.millrace.wire;

/**
 * Converts messages of one schema from BINARY to one format and back, without any class of the application. It must get
 * the messages of one stream in order, because a format may keep state. One thread at a time. After an exception, the
 * written bytes are undefined.
 */
public interface Transcoder {
    /**
     * Reads one message in BINARY and writes it in the format.
     *
     * @param in at the beginning of the message; afterwards at its end
     * @param out the output
     * @throws WireException if the bytes are not a message of the schema, or the format cannot represent it
     */
    void fromBinary(BinaryInput in, BinaryOutput out);

    /**
     * Reads one message in the format and writes it in BINARY.
     *
     * @param in the message and nothing else; all of it is read
     * @param out the output
     * @throws WireException if it is not one message of the schema in this format
     */
    void toBinary(BinaryInput in, BinaryOutput out);

    /**
     * Adds the position in the input to an error. It is called if a message could be read in the format, but the object
     * could not be created from it.
     *
     * @param in the message in the format, at its beginning
     * @param error the error
     * @param binary the message in BINARY, at the position of the error
     */
    default WireException located(BinaryInput in, WireException error, BinaryInput binary) {
        return error;
    }
}
