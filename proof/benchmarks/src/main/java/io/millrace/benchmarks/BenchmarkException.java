package io.millrace.benchmarks;

/** A benchmark could not be run, or its result cannot be trusted. */
public final class BenchmarkException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BenchmarkException(String message) {
        super(message);
    }

    BenchmarkException(String message, Throwable cause) {
        super(message, cause);
    }
}
