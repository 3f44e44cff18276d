package io.millrace.cli;

import io.millrace.channel.UpgradeMark;
import io.millrace.service.ServiceException;
import io.millrace.service.Upgrade;
import io.millrace.service.UpgradeOrder;
import io.millrace.service.Upgrades;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
final class UpgradeCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "DIR", description = "The data directory of the topology.")
    private Path data;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "COMPONENT",
            description = "The component; without one, the orders and marks are shown.")
    private String component;

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why; it stands in the mark.")
    private String reason;

    @Option(
            names = "--by",
            paramLabel = "NAME",
            description = "The name of the operator (default: the user of the system).")
    private String by;

    @Option(names = "--withdraw", description = "Withdraw an order that no start has carried out yet.")
    private boolean withdraw;

    @Spec
    private CommandSpec spec;

    UpgradeCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (!Files.isDirectory(data)) {
            throw new InputException("the data directory is not a directory path=" + data);
        }
        if (component == null && (reason != null || withdraw)) {
            throw new ParameterException(spec.commandLine(), "an order needs a COMPONENT");
        }
        if (component != null && (reason == null) != withdraw) {
            throw new ParameterException(
                    spec.commandLine(), "an order needs --reason TEXT or --withdraw; DIR alone shows the orders");
        }
        Upgrades upgrades = Upgrades.in(data);
        String who = by == null ? System.getProperty("user.name", "unknown") : by;
        try {
            if (component == null) {
                show(upgrades);
            } else if (withdraw) {
                upgrades.withdraw(component, who);
                console.err().println("Withdrawn: component=" + component + ".");
            } else {
                upgrades.order(component, who, reason);
                console.err().println("Ordered: component=" + component + "; the next start carries it out.");
            }
        } catch (ServiceException e) {
            throw new InputException(e.getMessage(), e);
        }
        return ExitCode.OK;
    }

    private void show(Upgrades upgrades) {
        upgrades.list().forEach(this::show);
        upgrades.marks().forEach(this::show);
    }

    private void show(Upgrade upgrade) {
        UpgradeOrder order = upgrade.order();
        StringBuilder line = new StringBuilder(upgrade.state().name())
                .append(" component=")
                .append(order.component())
                .append(" by=")
                .append(order.by())
                .append(" at=")
                .append(order.at());
        upgrade.end()
                .ifPresent(end ->
                        line.append(" ended=").append(end.at()).append(' ').append(end.note()));
        console.out().line(line.append(" reason=").append(order.reason()).toString());
    }

    private void show(String position, UpgradeMark mark) {
        console.out()
                .line("MARK output=" + position + " component=" + mark.component() + " by=" + mark.by() + " at="
                        + mark.orderedAt() + " written=" + mark.writtenAt() + " run=[" + mark.run() + "] reason="
                        + mark.reason());
    }
}
