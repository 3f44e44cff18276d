package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.EpochNs;
import io.millrace.wire.BinaryInput;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The orders by which one component takes calls of principals again. Live they are those that existed when it was
 * created; in a restart it is the one that the output has for the input. For the thread of the component.
 */
final class AllowedClients {

    /** Null where there are none. */
    private final Allowances allowances;

    private final String service;
    private final ErrorReports reports;

    private final List<AllowOrder> pending = new ArrayList<>();
    private final BinaryInput in = new BinaryInput();

    /** What the output says about the input that is replayed; null where that is nothing. */
    private AllowOrder recorded;

    /** What was carried out at the present input; null where that is nothing. */
    private AllowOrder done;

    AllowedClients(Allowances allowances, ServiceNames names, ErrorReports reports) {
        this.allowances = allowances;
        this.service = names.name();
        this.reports = reports;
        if (allowances != null) {
            Stream.concat(Stream.of(names.name()), names.formerly().stream())
                    .forEach(name -> pending.addAll(allowances.pending(name)));
        }
    }

    /** Notes that the output has a record of an order at a cursor, which belongs to the next input. */
    void recorded(ChannelCursor output) {
        recorded = read(output);
    }

    private AllowOrder read(ChannelCursor output) {
        in.wrap(output.segment(), output.offset(), output.length());
        String principal = in.readString();
        String by = in.readString();
        long atNs = in.readLong();
        return new AllowOrder("", principal, by, EpochNs.toInstant(atNs), in.readString());
    }

    /** Returns the order for a principal, which is carried out at this input; null where there is none. */
    AllowOrder take(String principal, InputStep.Liveness liveness) {
        if (liveness == InputStep.Liveness.LIVE) {
            done = pending.stream()
                    .filter(order -> order.principal().equals(principal))
                    .findFirst()
                    .orElse(null);
            return done;
        }
        AllowOrder found = recorded;
        recorded = null;
        return found != null && found.principal().equals(principal) ? found : null;
    }

    /** Marks the order whose record is in the output now. */
    void settle(Channel output, long at) {
        if (done != null) {
            AllowOrder order = done;
            done = null;
            pending.remove(order);
            try {
                allowances.end(order, AllowState.DONE, "output=" + InputPosition.text(output.source(), at));
            } catch (RuntimeException e) {
                reports.report(
                        Severity.WARNING,
                        ErrorOrigin.component(service),
                        new ServiceException(
                                "an order was carried out but cannot be marked; the next start marks it service="
                                        + service + " principal=" + order.principal() + ": " + ForeignError.text(e),
                                e));
            }
        }
    }

    /** Marks orders for principals whose calls are not refused: they were carried out, or not needed. */
    void restarted(AnswerTable table) {
        for (AllowOrder order : List.copyOf(pending)) {
            if (!table.isBarred(order.principal())) {
                pending.remove(order);
                allowances.end(order, AllowState.NOT_NEEDED, "");
            }
        }
    }
}
