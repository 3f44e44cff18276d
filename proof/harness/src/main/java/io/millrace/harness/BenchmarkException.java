package io.millrace.harness;

/** A benchmark could not be run, or its result cannot be trusted. */
public final class BenchmarkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BenchmarkException(String message) {
        super(message);
    }

    public BenchmarkException(String message, Throwable cause) {
        super(message, cause);
    }
}
