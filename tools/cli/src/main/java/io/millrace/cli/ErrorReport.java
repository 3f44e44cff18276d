package io.millrace.cli;

import io.millrace.journal.JournalDamagedException;
import io.millrace.journal.JournalLockedException;
import io.millrace.text.NearestName;
import io.millrace.text.VisibleText;
import io.millrace.topology.TopologyException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns an exception of a command into one sentence on standard error and an exit code. */
final class ErrorReport implements IExecutionExceptionHandler, IParameterExceptionHandler {
    /** The option that shows stack traces as well. */
    static final String STACKTRACE = "--stacktrace";

    /** These commands are about damage, or about files that are no channels. */
    private static final Set<String> KNOW_DAMAGE = Set.of("verify", "repair", "prove", "tx");

    private final Console console;
    private final boolean stacktrace;
    private OutputException saidOfOutput;

    ErrorReport(Console console, String... args) {
        this.console = console;
        this.stacktrace = Arrays.asList(args).contains(STACKTRACE);
    }

    @Override
    public int handleParseException(ParameterException error, String[] args) {
        CommandLine command = error.getCommandLine();
        if (error instanceof UnmatchedArgumentException unmatched) {
            unmatched(command, unmatched);
        } else {
            say(error.getMessage());
        }
        console.err().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        trace(error);
        return ExitCode.USAGE;
    }

    private void unmatched(CommandLine command, UnmatchedArgumentException error) {
        String first = error.getUnmatched().getFirst();
        List<String> near = error.getSuggestions();
        if (error.isUnknownOption()) {
            say("there is no option " + first + hint(command, first));
        } else if (!command.getSubcommands().isEmpty()) {
            String all =
                    "; there are " + String.join(", ", command.getSubcommands().keySet());
            say("there is no command " + first + didYouMean(near, all));
        } else {
            say("this argument is one too many: " + first);
        }
    }

    private static String hint(CommandLine command, String option) {
        if (option.startsWith("--classpath") || option.equals("-cp")) {
            return "; the topology names its classes by the key classpath";
        }
        String name = option.replaceFirst("=.*", "");
        return NearestName.of(name, command.getCommandSpec().optionsMap().keySet())
                .map(near -> "; did you mean " + near + "?")
                .orElse("");
    }

    /** Returns the nearest command; picocli lists it first, with its parents. */
    private static String didYouMean(List<String> near, String otherwise) {
        return near.isEmpty() ? otherwise : "; did you mean " + near.getFirst().replaceFirst("^.* ", "") + "?";
    }

    @Override
    public int handleExecutionException(Exception error, CommandLine command, ParseResult result) {
        int code = report(error);
        if (code == ExitCode.DAMAGED && !KNOW_DAMAGE.contains(command.getCommandName())) {
            console.err()
                    .println("Try 'millrace verify PATH' for all that is damaged, and 'millrace repair PATH --to DIR'"
                            + " for a copy of what is whole.");
        }
        return code;
    }

    /** Prints an error and returns its exit code. */
    int report(Throwable error) {
        if (causedBy(error, Output.ClosedByReader.class)) {
            return ExitCode.OK;
        }
        if (error instanceof OutputException output) {
            saidOfOutput = output;
        }
        say(sentence(error));
        trace(error);
        return code(error);
    }

    /** Flushes the output and returns the exit code; a failure of the flush is an error if there was none. */
    int flushed(int code, Runnable flush) {
        try {
            flush.run();
            return code;
        } catch (Output.ClosedByReader e) {
            return code;
        } catch (OutputException e) {
            int failed = e.equals(saidOfOutput) ? code : report(e);
            return code == ExitCode.OK ? failed : code;
        }
    }

    private static int code(Throwable error) {
        if (causedBy(error, JournalDamagedException.class)) {
            return ExitCode.DAMAGED;
        }
        if (causedBy(error, JournalLockedException.class)) {
            return ExitCode.IN_USE;
        }
        boolean usage = error instanceof TopologyException || error instanceof InputException;
        return usage ? ExitCode.USAGE : ExitCode.FAILED;
    }

    private static boolean causedBy(Throwable error, Class<? extends Throwable> type) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (type.isInstance(cause)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the message of an error of Millrace, or the class and message of another one. */
    private static String sentence(Throwable error) {
        boolean written = error.getClass().getPackageName().startsWith("io.millrace.");
        if (written && error.getMessage() != null) {
            return error.getMessage();
        }
        if (error instanceof FileSystemException file && file.getReason() == null) { // its message is the file alone
            return "cannot use file=" + file.getFile() + " reason="
                    + file.getClass().getSimpleName();
        }
        if (error instanceof UncheckedIOException || error instanceof IOException) {
            return error.getMessage();
        }
        return "an unexpected error, which " + STACKTRACE + " shows in full: " + error;
    }

    private void say(String message) {
        console.out().flushQuietly();
        console.err().println(Colour.ERROR.paint("millrace: ", console.terminal()) + VisibleText.of(message));
    }

    private void trace(Throwable error) {
        if (stacktrace) {
            error.printStackTrace(console.err());
        }
    }
}
