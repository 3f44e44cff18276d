package io.millrace.cli;

import io.millrace.channel.UpgradeMark;
import io.millrace.service.Upgrade;
import io.millrace.service.UpgradeOrder;
import io.millrace.service.Upgrades;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Orders that a changed component goes live. */
@Command(
        name = "upgrade",
        sortOptions = false,
        description = {
            "Order that a changed component decides from the next start on, and show the orders and marks.",
            "The next start calls the component with all recorded inputs, or begins at its newest snapshot, without"
                    + " comparing its outputs, and writes a mark into its output. What is after the mark is compared by"
                    + " each restart as ever.",
            "'millrace replay' shows before what the changed component does otherwise."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  millrace upgrade data bar-builder --reason 'bars with volume, ticket 4712'",
            "  millrace upgrade data",
            "  millrace upgrade data bar-builder --withdraw"
        })
final class UpgradeCommand extends OrderCommand {
    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "COMPONENT",
            description = "The component; without one, the orders and marks are shown.")
    private String component;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; it stands in the mark.")
    private String reason;

    UpgradeCommand(Console console) {
        super(console);
    }

    @Override
    boolean isToShow() {
        return component == null;
    }

    @Override
    Optional<String> problem(boolean withdraws) {
        if (component == null && (reason != null || withdraws)) {
            return Optional.of("an order needs a COMPONENT");
        }
        return component != null && (reason == null) != withdraws
                ? Optional.of("an order needs --reason TEXT or --withdraw; DIR alone shows the orders")
                : Optional.empty();
    }

    @Override
    String order(Path directory, String operator) {
        Upgrades.in(directory).order(component, operator, reason);
        return "component=" + component + "; the next start carries it out";
    }

    @Override
    String withdraw(Path directory, String operator) {
        Upgrades.in(directory).withdraw(component, operator);
        return "component=" + component;
    }

    @Override
    void show(Path directory) {
        Upgrades upgrades = Upgrades.in(directory);
        for (Upgrade each : upgrades.list()) {
            UpgradeOrder order = each.order();
            Optional<String> end = each.end().map(ended -> ended(ended.at(), ended.note()));
            line(each.state(), "component=" + order.component(), order.by(), order.at(), end, order.reason());
        }
        upgrades.marks().forEach(this::show);
    }

    private void show(String position, UpgradeMark mark) {
        line("MARK output=" + position + " component=" + mark.component() + " by=" + mark.by() + " at="
                + mark.orderedAt() + " written=" + mark.writtenAt() + " run=[" + mark.run() + "] reason="
                + mark.reason());
    }
}
