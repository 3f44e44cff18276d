package io.millrace.fix;

/** A dictionary could not be read, or contradicts itself; the message names the file and the line. */
public final class FixDictionaryException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Creates an exception about {@code source}, a name of a file; {@code line} counts from 1, 0 is the whole. */
    FixDictionaryException(String problem, String source, int line) {
        super(problem + " file=" + source + (line > 0 ? " line=" + line : ""));
    }

    /** Creates an exception whose message names the file and the line. */
    FixDictionaryException(String message, Throwable cause) {
        super(message, cause);
    }

    FixDictionaryException(String problem, String source, int line, Throwable cause) {
        super(problem + " file=" + source + (line > 0 ? " line=" + line : ""), cause);
    }
}
