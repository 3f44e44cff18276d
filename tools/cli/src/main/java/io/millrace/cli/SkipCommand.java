package io.millrace.cli;

import io.millrace.service.Skip;
import io.millrace.service.SkipOrder;
import io.millrace.service.Skips;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class SkipCommand extends OrderCommand {
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

    @Option(names = "--list", order = LIST, description = "Show the orders and their states.")
    private boolean list;

    SkipCommand(Console console) {
        super(console);
    }

    @Override
    boolean isToShow() {
        return list;
    }

    @Override
    Optional<String> problem(boolean withdraws) {
        return list || (component != null && input != null && (reason != null || withdraws))
                ? Optional.empty()
                : Optional.of("an order needs --component NAME, INPUT and --reason TEXT; --list shows the orders");
    }

    @Override
    String order(Path directory, String operator) {
        SkipOrder order = Skips.in(directory).order(component, input, operator, reason);
        return what(order) + "; the next start passes over it";
    }

    @Override
    String withdraw(Path directory, String operator) {
        Skips.in(directory).withdraw(component, input, operator);
        return "component=" + component + " input=" + input;
    }

    private static String what(SkipOrder order) {
        return "component=" + order.component() + " input=" + order.input()
                + (order.method().isEmpty() ? "" : " method=" + order.method());
    }

    @Override
    void show(Path directory) {
        for (Skip each : Skips.in(directory).list()) {
            SkipOrder order = each.order();
            Optional<String> end = each.end().map(ended -> ended(ended.at(), ended.note()));
            line(each.state(), what(order), order.by(), order.at(), end, order.reason());
        }
    }
}
