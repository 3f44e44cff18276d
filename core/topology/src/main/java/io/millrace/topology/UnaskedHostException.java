package io.millrace.topology;

/**
 * A host that may run and could not be asked: the certificate or the key of the machine that asks cannot be used, one
 * side refused the other one, or what came is no answer. It says nothing of whether the host runs.
 */
public final class UnaskedHostException extends TopologyException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates an error of a question.
     *
     * @param message which host could not be asked, and why
     * @param cause what caused it
     */
    public UnaskedHostException(String message, Throwable cause) {
        super(message, cause);
    }
}
