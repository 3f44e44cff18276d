package io.millrace.cli;

/** A format of a trace. */
enum TraceFormat {
    /** For people at a terminal. */
    TEXT,
    /** A YAML document. */
    YAML,
    /** A JSON object. */
    JSON,
    /** A page that needs nothing else. */
    HTML
}
