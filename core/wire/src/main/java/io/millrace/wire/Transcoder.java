package io.millrace.wire;

/**
 * Turns messages of one schema from BINARY into one format and back, without any class of the application. One thread
 * at a time, and the messages of one stream in their order: a format may keep what it has seen. After an exception
 * what has been written is undefined.
 */
public interface Transcoder {
    /**
     * Reads one message in BINARY and writes it in the format.
     *
     * @param in where the message begins; it stands behind the message afterwards
     * @param out where to
     * @throws WireException where the bytes are not a message of the schema, or the format cannot hold it
     */
    void fromBinary(BinaryInput in, BinaryOutput out);

    /**
     * Reads one message in the format and writes it in BINARY.
     *
     * @param in the message and nothing else; all of it is read
     * @param out where to
     * @throws WireException where it is not one message of the schema in this format
     */
    void toBinary(BinaryInput in, BinaryOutput out);

    /**
     * Returns the error to throw where a message could be read in the format, but the object could not be made of it.
     *
     * @param in the message in the format, at its beginning
     * @param error the error
     * @param binary the message in BINARY, where the error left it
     */
    default WireException located(BinaryInput in, WireException error, BinaryInput binary) {
        return error;
    }
}
