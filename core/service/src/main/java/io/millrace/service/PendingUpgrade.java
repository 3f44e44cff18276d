package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.UpgradeMark;
import java.time.Instant;
import java.util.Optional;

/**
 * An order by which another version of a component goes live, as it was when the service was created. The mark in the
 * output says that it was carried out, and is synced before the journal of orders says so: if a kill comes in between,
 * the next start finds the mark. For the thread of the service.
 */
final class PendingUpgrade {

    private final Upgrades upgrades;
    private final String service;
    private final UpgradeOrder order;
    private final ErrorReports reports;

    /** The mark that an earlier start has written. */
    private final Optional<Long> mark;

    private PendingUpgrade(
            Upgrades upgrades, String service, UpgradeOrder order, Optional<Long> mark, ErrorReports reports) {
        this.upgrades = upgrades;
        this.service = service;
        this.order = order;
        this.mark = mark;
        this.reports = reports;
    }

    /** Returns the order that a service carries out, null where there is none. */
    static PendingUpgrade open(Upgrades upgrades, ServiceNames names, Channel output, ErrorReports reports) {
        Optional<UpgradeOrder> order = upgrades == null ? Optional.empty() : upgrades.next(names::has);
        if (order.isEmpty()) {
            return null;
        }
        String service = names.name();
        if (output.journal().isEmpty()) {
            throw new ServiceException("an upgrade was ordered, but the output of the component is a queue, which is"
                    + " written again from the first input at each start; withdraw the order service=" + service
                    + " output=" + output.name() + " by=" + order.get().by() + " at="
                    + order.get().at());
        }
        return new PendingUpgrade(upgrades, service, order.get(), UpgradePoint.find(output, order.get()), reports);
    }

    /** Returns whether the output has the mark of the order. */
    boolean isMarked() {
        return mark.isPresent();
    }

    /**
     * Writes the mark, unless it is there, and says that the order was carried out.
     *
     * @param state what the state was restored from, for the mark
     */
    void carryOut(ChannelWriter writer, String state) {
        JournalChannelWriter output = writer.journalWriter().orElseThrow();
        long at = mark.orElseGet(() -> write(output, state));
        try {
            if (upgrades.isPending(order)) {
                upgrades.end(
                        order,
                        UpgradeState.DONE,
                        "output=" + InputPosition.text(writer.target().source(), at));
            }
        } catch (RuntimeException e) {
            reports.report(
                    Severity.WARNING,
                    ErrorOrigin.component(service),
                    new ServiceException(
                            "an upgrade was carried out but cannot be marked in the journal of orders; the next start"
                                    + " marks it service=" + service + " at=" + order.at() + ": "
                                    + ForeignError.text(e),
                            e));
        }
    }

    private long write(JournalChannelWriter output, String state) {
        String run = upgrades.run() + " state=" + state;
        long index = output.mark(
                new UpgradeMark(order.component(), order.by(), order.at(), order.reason(), run, Instant.now()));
        output.sync();
        return index;
    }
}
