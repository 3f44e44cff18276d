package io.millrace.cli;

import io.millrace.service.RunDescription;
import io.millrace.service.ServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command by which an operator orders what the next start carries out, withdraws such an order, or shows all. */
abstract class OrderCommand implements Callable<Integer> {

    /** The position of {@code --list} in the help, after the options of all such commands; others come before them. */
    static final int LIST = 3;

    private static final int BY = 1;
    private static final int WITHDRAW = 2;

    private final Console console;

    @Parameters(index = "0", paramLabel = "DIR", description = "The data directory of the topology.")
    private Path data;

    @Option(
            names = "--by",
            order = BY,
            paramLabel = "NAME",
            description = "The name of the operator (default: the user of the system).")
    private String by;

    @Option(
            names = "--withdraw",
            order = WITHDRAW,
            description = "Withdraw an order that no start has carried out yet.")
    private boolean withdraw;

    @Spec
    private CommandSpec spec;

    OrderCommand(Console console) {
        this.console = console;
    }

    /** Returns whether the orders are to be shown. */
    abstract boolean isToShow();

    /** Returns what is wrong with the arguments; empty where nothing is. */
    abstract Optional<String> problem(boolean withdraws);

    /** Shows the orders of a data directory. */
    abstract void show(Path directory);

    /** Orders, and returns what, as {@code name=value}, and what the next start does. */
    abstract String order(Path directory, String operator);

    /** Withdraws an order, and returns what, as {@code name=value}. */
    abstract String withdraw(Path directory, String operator);

    @Override
    public final Integer call() {
        if (!Files.isDirectory(data)) {
            throw new InputException("the data directory is not a directory path=" + data);
        }
        problem(withdraw).ifPresent(wrong -> {
            throw new ParameterException(spec.commandLine(), wrong);
        });
        String who = by == null ? System.getProperty("user.name", "unknown") : by;
        try {
            if (isToShow()) {
                if (RunDescription.read(data).isEmpty()) {
                    throw new InputException("no topology was run in this directory path=" + data);
                }
                show(data);
            } else if (withdraw) {
                console.err().println("Withdrawn: " + withdraw(data, who) + ".");
            } else {
                console.err().println("Ordered: " + order(data, who) + ".");
            }
        } catch (ServiceException e) {
            throw new InputException(e.getMessage(), e);
        }
        return ExitCode.OK;
    }

    final void line(String text) {
        console.out().line(text);
    }

    /** Shows an order: its state, what it is about as {@code name=value}, its operator, its end and its reason. */
    final void line(Enum<?> state, String what, String operator, Instant at, Optional<String> end, String reason) {
        line(state.name() + " " + what + " by=" + operator + " at=" + at + end.orElse("") + " reason=" + reason);
    }

    /** Returns the end of an order for {@link #line}. */
    static String ended(Instant at, String note) {
        return " ended=" + at + (note.isEmpty() ? "" : " " + note);
    }
}
