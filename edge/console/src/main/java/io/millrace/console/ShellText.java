package io.millrace.console;

import java.nio.file.Path;

/** Quotes words of the commands that the page shows to be copied into a shell. */
final class ShellText {

    private ShellText() {}

    static String quoted(Path path) {
        return quoted(path.toString());
    }

    static String quoted(String word) {
        return word.matches("[A-Za-z0-9._/:@%+=,-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
