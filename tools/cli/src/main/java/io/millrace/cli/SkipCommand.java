package io.millrace.cli;

import io.millrace.service.ServiceException;
import io.millrace.service.Skip;
import io.millrace.service.SkipOrder;
import io.millrace.service.Skips;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Orders that a component or gateway skips an input on which it throws. */
@Command(
        name = "skip",
        sortOptions = false,
        description = {
            "Order that a component or gateway skips one input, and show the orders.",
            "The next start carries the order out, also where the topology runs now: it does not call the "
                    + "component with"
                    + " this input, and a record 'skipped' takes the place of its outputs.",
            "A run that fails names the component and the input."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace skip data --component bar-builder trades@0:8400 --reason 'negative price'",
            "  millrace skip data --list",
            "  millrace skip data --component bar-builder trades@0:8400 --withdraw"
        })
final class SkipCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "DIR", description = "The data directory of the topology.")
    private Path data;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "INPUT",
            description = "The input: CHANNEL@POSITION, or POSITION alone where the component reads one channel.")
    private String input;

    @Option(names = "--component", paramLabel = "NAME", description = "The component or gateway.")
    private String component;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; it stands in the record.")
    private String reason;

    @Option(
            names = "--by",
            paramLabel = "NAME",
            description = "The name of the operator (default: the" + " user of the system).")
    private String by;

    @Option(names = "--withdraw", description = "Withdraw an order that no start has carried out yet.")
    private boolean withdraw;

    @Option(names = "--list", description = "Show the orders and their states.")
    private boolean list;

    @Spec
    private CommandSpec spec;

    SkipCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!Files.isDirectory(data)) {
            throw new InputException("the data directory is not a directory path=" + data);
        }
        Skips skips = Skips.in(data);
        if (list) {
            skips.list().forEach(this::show);
            return ExitCode.OK;
        }
        if (component == null || input == null || (reason == null && !withdraw)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "an order needs --component NAME, INPUT and --reason" + " TEXT; --list shows the orders");
        }
        String who = by == null ? System.getProperty("user.name", "unknown") : by;
        try {
            if (withdraw) {
                skips.withdraw(component, input, who);
                console.err().println("Withdrawn: component=" + component + " input=" + input + ".");
            } else {
                SkipOrder order = skips.order(component, input, who, reason);
                console.err()
                        .println("Ordered: component=" + component + " input=" + order.input()
                                + (order.method().isEmpty() ? "" : " method=" + order.method())
                                + "; the next start passes over it.");
            }
        } catch (ServiceException e) {
            throw new InputException(e.getMessage(), e);
        }
        return ExitCode.OK;
    }

    private void show(Skip skip) {
        SkipOrder order = skip.order();
        StringBuilder line = new StringBuilder(skip.state().name())
                .append(" component=")
                .append(order.component())
                .append(" input=")
                .append(order.input())
                .append(order.method().isEmpty() ? "" : " method=" + order.method())
                .append(" by=")
                .append(order.by())
                .append(" at=")
                .append(order.at());
        skip.end()
                .ifPresent(end -> line.append(" ended=")
                        .append(end.at())
                        .append(end.note().isEmpty() ? "" : " " + end.note()));
        console.out().line(line.append(" reason=").append(order.reason()).toString());
    }
}
