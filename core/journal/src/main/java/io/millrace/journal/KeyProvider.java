package io.millrace.journal;

/**
 * Protects data keys by keys that it keeps elsewhere, one or more for each subject: a file, a key management service, a
 * hardware module. Called once for each new data key, never for a message. Any thread may call it.
 */
public interface KeyProvider {

    /**
     * Encrypts a data key by the present key of a subject; makes a key for a subject that has none.
     *
     * @param subject what the key is for, a person or a tenant for example
     * @param dataKey 32 bytes
     * @return what {@link #unwrap} needs, at most {@value #MAX_WRAPPED_BYTES} bytes, the name of the key included
     * @throws JournalException if there can be no key
     */
    byte[] wrap(String subject, byte[] dataKey);

    /**
     * Returns the data key that {@link #wrap} was given.
     *
     * @throws KeyMissingException if the key was deleted, so that what it protects is forgotten
     * @throws JournalException if the bytes are not what {@code wrap} returned, or the key was never here: then
     *     somebody reads by other keys than those that it was written by
     */
    byte[] unwrap(String subject, byte[] wrapped);

    /** The most bytes that a wrapped key may have. */
    int MAX_WRAPPED_BYTES = 4096;
}
