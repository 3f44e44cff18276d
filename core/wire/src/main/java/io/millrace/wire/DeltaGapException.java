package io.millrace.wire;

/**
 * A message in DELTA contains only changes, and the previous message of its key was not read: the reader has started in
 * the middle, or messages were lost. Messages of the key can be read again from its next key frame on; see {@link
 * DeltaDecoder#canRead}.
 */
public final class DeltaGapException extends WireException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an exception without a cause.
     *
     * @param message what is missing, and where
     */
    public DeltaGapException(String message) {
        super(message);
    }
}
