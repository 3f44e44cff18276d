package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.journal.Index;
import java.util.ArrayList;
import java.util.List;

/**
 * The inputs that one service passes over, by the orders that there were when it was made. What says that an input was
 * passed over is the record in the output; the mark in the journal of orders is made behind it and may be missing after
 * a kill, and then the next start makes it. For the thread of the service.
 */
final class SkippedInputs {

    private final Skips skips;
    private final ErrorReports reports;
    private final String service;
    private final List<SkipOrder> orders;
    private final String[] channels;
    private final long[] indexes;

    private SkippedInputs(Skips skips, String service, List<SkipOrder> orders, ErrorReports reports) {
        this.skips = skips;
        this.service = service;
        this.reports = reports;
        this.orders = new ArrayList<>(orders);
        this.channels = orders.stream().map(SkipOrder::channel).toArray(String[]::new);
        this.indexes = orders.stream().mapToLong(SkippedInputs::index).toArray();
    }

    /** Returns what a service has to pass over, null where that is nothing. */
    static SkippedInputs open(Skips skips, String service, ErrorReports reports) {
        List<SkipOrder> orders = skips == null ? List.of() : skips.of(service);
        return orders.isEmpty() ? null : new SkippedInputs(skips, service, orders, reports);
    }

    private static long index(SkipOrder order) {
        String position = order.position();
        return position.contains(":") ? Index.parse(position) : Long.parseLong(position);
    }

    /** Returns the order to pass over the call that {@code reader} stands on, null where there is none. */
    SkipOrder of(ChannelReader reader) {
        long index = reader.index();
        for (int i = 0; i < indexes.length; i++) {
            if (indexes[i] == index && channels[i].equals(reader.source().name())) {
                return orders.get(i);
            }
        }
        return null;
    }

    /** Marks an order whose record stands in the output, unless that was done before. */
    void done(SkipOrder order, Channel output, long at) {
        try {
            if (skips.isPending(order)) {
                skips.end(order, SkipState.DONE, "output=" + InputPlace.text(output.source(), at));
            }
        } catch (RuntimeException e) {
            reports.report(
                    Severity.WARNING,
                    ErrorOrigin.component(service),
                    new ServiceException(
                            "an order was carried out and cannot be marked, which the next start will do service="
                                    + service + " input=" + order.input() + ": " + ForeignError.text(e),
                            e));
        }
    }

    /** Marks orders whose inputs were taken by earlier runs: carried out if the output says so, or given too late. */
    void restarted(Channel output, Channel input, long taken) {
        for (int i = 0; i < indexes.length; i++) {
            SkipOrder order = orders.get(i);
            if (channels[i].equals(input.name()) && indexes[i] <= taken && skips.isPending(order)) {
                TakenInputs.skipped(output, input.source(), indexes[i])
                        .ifPresentOrElse(at -> skips.end(order, SkipState.DONE, "output=" + at), () -> tooLate(order));
            }
        }
    }

    private void tooLate(SkipOrder order) {
        skips.end(order, SkipState.TOO_LATE, "");
        reports.report(
                Severity.WARNING,
                ErrorOrigin.component(service),
                new ServiceException("an order to pass over an input came too late, the input was taken before service="
                        + service + " input=" + order.input() + " by=" + order.by()));
    }
}
