package io.millrace.tx;

/** How a list is written. */
enum ListFormat {
    /** Lines for people. */
    TEXT,
    /** One object for programs. */
    JSON
}
