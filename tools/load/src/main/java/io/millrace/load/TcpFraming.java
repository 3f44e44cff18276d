package io.millrace.load;

import java.util.Locale;

/** How a message of TCP shows where it ends. */
enum TcpFraming {
    /** By a line break. */
    LINES,
    /** By its length, in four bytes before it. */
    LENGTH;

    String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
