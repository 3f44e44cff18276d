package io.millrace.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * The properties of the terminal, if there is one, of standard output and standard error.
 *
 * @param output whether standard output is one
 * @param colours whether standard output may have colours
 * @param progress whether standard error may show progress
 */
record Terminal(boolean output, boolean colours, boolean progress) {
    private static final int STANDARD_OUTPUT = 1;
    private static final int STANDARD_ERROR = 2;

    /** Returns the terminal of this process; colours are off if {@code NO_COLOR} is set or the terminal is dumb. */
    static Terminal of(Map<String, String> environment) {
        boolean dumb = "dumb".equals(environment.get("TERM"));
        boolean plain = dumb || !environment.getOrDefault("NO_COLOR", "").isEmpty();
        boolean output = isTerminal(STANDARD_OUTPUT);
        return new Terminal(output, !plain && output, !dumb && isTerminal(STANDARD_ERROR));
    }

    Terminal withColours(ColourMode mode) {
        return switch (mode) {
            case AUTO -> this;
            case ALWAYS -> new Terminal(output, true, progress);
            case NEVER -> new Terminal(output, false, progress);
        };
    }

    private static boolean isTerminal(int descriptor) {
        Path link = Path.of("/proc/self/fd/" + descriptor);
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
        } catch (IOException | UnsupportedOperationException e) {
            // Elsewhere than on Linux Java tells only whether both standard input and output are a terminal.
            return System.console().isTerminal();
        }
    }
}
