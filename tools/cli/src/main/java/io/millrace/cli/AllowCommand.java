package io.millrace.cli;

import io.millrace.service.AllowOrder;
import io.millrace.service.Allowance;
import io.millrace.service.Allowances;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class AllowCommand extends OrderCommand {
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

    @Option(names = "--list", order = LIST, description = "Show the orders and their states.")
    private boolean list;

    AllowCommand(Console console) {
        super(console);
    }

    @Override
    boolean isToShow() {
        return list;
    }

    @Override
    Optional<String> problem(boolean withdraws) {
        return list || (component != null && principal != null && (reason != null || withdraws))
                ? Optional.empty()
                : Optional.of("an order needs --component NAME, PRINCIPAL and --reason TEXT; --list shows the orders");
    }

    @Override
    String order(Path directory, String operator) {
        Allowances.in(directory).order(component, principal, operator, reason);
        return "component=" + component + " principal=" + principal + "; the next start takes its calls again";
    }

    @Override
    String withdraw(Path directory, String operator) {
        Allowances.in(directory).withdraw(component, principal, operator);
        return "component=" + component + " principal=" + principal;
    }

    @Override
    void show(Path directory) {
        for (Allowance each : Allowances.in(directory).list()) {
            AllowOrder order = each.order();
            String what = "component=" + order.component() + " principal=" + order.principal();
            Optional<String> end = each.end().map(ended -> ended(ended.at(), ended.note()));
            line(each.state(), what, order.by(), order.at(), end, order.reason());
        }
    }
}
