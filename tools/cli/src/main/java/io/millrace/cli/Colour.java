package io.millrace.cli;

/** The few colours of the output, by their meaning. */
enum Colour {
    /** The index and time of a record. */
    PLACE("\u001b[2m"),
    /** A heading, the name of a call. */
    NAME("\u001b[1m"),
    /** An error. */
    ERROR("\u001b[31m");

    private static final String RESET = "\u001b[0m";

    private final String code;

    Colour(String code) {
        this.code = code;
    }

    /** Returns the text in this colour if the terminal shows colours. */
    String paint(String text, Terminal terminal) {
        return terminal.colours() ? code + text + RESET : text;
    }
}
