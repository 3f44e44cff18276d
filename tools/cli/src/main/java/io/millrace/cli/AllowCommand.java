package io.millrace.cli;

import io.millrace.service.AllowOrder;
import io.millrace.service.Allowance;
import io.millrace.service.Allowances;
import io.millrace.service.ServiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Orders that a component takes calls of a principal again that it refuses. */
@Command(
        name = "allow",
        sortOptions = false,
        description = {
            "Order that a component takes calls of a principal again that it refuses, and show the orders.",
            "A component refuses the calls of a principal of which too many have made it throw. The next start carries"
                    + " the order out at the next call of the principal, and its failures count from 0 again.",
            "The error of the component names the principal."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace allow data --component stock alice --reason 'her program is repaired'",
            "  millrace allow data --list",
            "  millrace allow data --component stock alice --withdraw"
        })
final class AllowCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "DIR", description = "The data directory of the topology.")
    private Path data;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "PRINCIPAL",
            description = "The principal; the name of a client where it has none.")
    private String principal;

    @Option(names = "--component", paramLabel = "NAME", description = "The component.")
    private String component;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; it stands in the record.")
    private String reason;

    @Option(
            names = "--by",
            paramLabel = "NAME",
            description = "The name of the operator (default: the user of the system).")
    private String by;

    @Option(names = "--withdraw", description = "Withdraw an order that no start has carried out yet.")
    private boolean withdraw;

    @Option(names = "--list", description = "Show the orders and their states.")
    private boolean list;

    @Spec
    private CommandSpec spec;

    AllowCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!Files.isDirectory(data)) {
            throw new InputException("the data directory is not a directory path=" + data);
        }
        Allowances allowances = Allowances.in(data);
        if (list) {
            allowances.list().forEach(this::show);
            return ExitCode.OK;
        }
        if (component == null || principal == null || (reason == null && !withdraw)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "an order needs --component NAME, PRINCIPAL and --reason TEXT; --list shows the orders");
        }
        String who = by == null ? System.getProperty("user.name", "unknown") : by;
        try {
            String what = " component=" + component + " principal=" + principal;
            if (withdraw) {
                allowances.withdraw(component, principal, who);
                console.err().println("Withdrawn:" + what + ".");
            } else {
                allowances.order(component, principal, who, reason);
                console.err().println("Ordered:" + what + "; the next start takes its calls again.");
            }
        } catch (ServiceException e) {
            throw new InputException(e.getMessage(), e);
        }
        return ExitCode.OK;
    }

    private void show(Allowance allowance) {
        AllowOrder order = allowance.order();
        String ended = allowance
                .end()
                .map(end -> " ended=" + end.at() + (end.note().isEmpty() ? "" : " " + end.note()))
                .orElse("");
        console.out()
                .line(allowance.state() + " component=" + order.component() + " principal=" + order.principal() + " by="
                        + order.by() + " at=" + order.at() + ended + " reason=" + order.reason());
    }
}
