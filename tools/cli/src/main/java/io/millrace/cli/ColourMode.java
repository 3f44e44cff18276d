package io.millrace.cli;

/** When output is coloured. */
enum ColourMode {
    /** On a terminal. */
    AUTO,
    /** Always. */
    ALWAYS,
    /** Never. */
    NEVER
}
