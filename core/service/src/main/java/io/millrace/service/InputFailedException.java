package io.millrace.service;

/**
 * A component or gateway threw on an input, and its service stops with nothing of that input written. Each restart
 * meets the same input; an operator can have it passed over, see {@link ErrorPolicy}. The cause is what was thrown.
 */
public final class InputFailedException extends ServiceException {

    private static final long serialVersionUID = 1L;

    private final String component;
    private final String input;
    private final String method;

    InputFailedException(String what, String component, String input, String method, Throwable cause) {
        super(
                what + " service=" + component + " input=" + input + " method=" + method + ": "
                        + ForeignError.text(cause),
                cause);
        this.component = component;
        this.input = input;
        this.method = method;
    }

    /** Returns the name of the component or gateway. */
    public String component() {
        return component;
    }

    /** Returns the channel and the position of the input in it, as {@code trades@0:8400}. */
    public String input() {
        return input;
    }

    /** Returns the method that was called. */
    public String method() {
        return method;
    }
}
