package io.millrace.wire;

/**
 * A message in DELTA says only what has changed, and the message that it changes was not read: the reader has started
 * in the middle, or messages in between were lost. Reading goes on at the next key frame of its key; see
 * {@link DeltaDecoder#canRead}.
 */
public final class DeltaGapException extends WireException {
    private static final long serialVersionUID = 1L;

    /**
     * An error with no other exception behind it.
     *
     * @param message what is missing, and where
     */
    public DeltaGapException(String message) {
        super(message);
    }
}
