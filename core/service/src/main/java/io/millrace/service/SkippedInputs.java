package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.journal.Index;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The inputs that one service skips, by the orders that existed when it was created. The record in the output says that
 * an input was skipped; the mark in the journal of orders is written after it. If the mark is missing after a kill, the
 * next start writes it. For the thread of the service.
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

    /** Returns what a service has to skip under any of its names, null where that is nothing. */
    static SkippedInputs open(Skips skips, ServiceNames names, ErrorReports reports) {
        List<SkipOrder> orders = skips == null
                ? List.of()
                : Stream.concat(Stream.of(names.name()), names.formerly().stream())
                        .flatMap(name -> skips.of(name).stream())
                        .toList();
        return orders.isEmpty() ? null : new SkippedInputs(skips, names.name(), orders, reports);
    }

    private static long index(SkipOrder order) {
        String position = order.position();
        return position.contains(":") ? Index.parse(position) : Long.parseLong(position);
    }

    /** Returns the order to skip the reader's call, null where there is none. */
    SkipOrder of(ChannelReader reader) {
        long index = reader.index();
        for (int i = 0; i < indexes.length; i++) {
            if (indexes[i] == index && channels[i].equals(reader.source().name())) {
                return orders.get(i);
            }
        }
        return null;
    }

    /** Marks an order whose record is in the output, unless that was done before. */
    void done(SkipOrder order, Channel output, long at) {
        try {
            if (skips.isPending(order)) {
                skips.end(order, SkipState.DONE, "output=" + InputPosition.text(output.source(), at));
            }
        } catch (RuntimeException e) {
            reports.report(
                    Severity.WARNING,
                    ErrorOrigin.component(service),
                    new ServiceException(
                            "an order was carried out but cannot be marked; the next start marks it service=" + service
                                    + " input=" + order.input() + ": " + ForeignError.text(e),
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
                new ServiceException("an order to skip an input came too late; the input was taken before service="
                        + service + " input=" + order.input() + " by=" + order.by()));
    }
}
