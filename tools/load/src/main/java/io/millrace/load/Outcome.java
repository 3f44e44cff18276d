package io.millrace.load;

/** How an operation ended. */
enum Outcome {
    COMPLETED,
    FAILED
}
