package io.millrace.service;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The orders of an operator to skip inputs on which a component or gateway throws, {@code millrace skip} in Java. The
 * next start of the topology carries them out: at the input of an order the component is not called, and a record of
 * the order replaces its outputs ({@link SkipRecords}), which restarts repeat.
 *
 * <p>Orders are kept in a journal of shared ownership, {@code millrace.skips} in the data directory, synced, which
 * {@code millrace dump} shows. The directory may be in use. Any thread.
 */
public final class Skips extends Orders<SkipOrders, SkipOrder, Skip> {

    private static final String DIRECTORY = "millrace.skips";

    private Skips(Path data) {
        super(data, DIRECTORY, SkipOrders.class);
    }

    /** Returns the orders of a data directory, which there need not be yet. */
    public static Skips in(Path dataDirectory) {
        return new Skips(dataDirectory);
    }

    /**
     * Orders an input to be skipped, and returns once the order survives a loss of power.
     *
     * @param component the name of a component or gateway of the topology that was run here last
     * @param input the channel and the position in it, {@code trades@0:8400}, as the failure names it; the position
     *     alone where only one channel is read
     * @param by the operator
     * @param reason why
     * @return the order
     * @throws ServiceException where there is no such component, it does not read this input, it has taken it already,
     *     or the order was given before
     */
    public synchronized SkipOrder order(String component, String input, String by, String reason) {
        SkipCheck.Checked checked = SkipCheck.of(data(), component, input);
        Optional<Skip> before = find(component, checked.channel() + "@" + checked.position());
        if (before.isPresent() && before.get().state() != SkipState.WITHDRAWN) {
            throw new ServiceException("this input was ordered to be skipped before component=" + component + " input="
                    + before.get().order().input() + " state=" + before.get().state() + " by="
                    + before.get().order().by() + " at=" + before.get().order().at());
        }
        SkipOrder order = new SkipOrder(
                component, checked.channel(), checked.position(), checked.method(), by, Instant.now(), reason);
        write(orders -> orders.ordered(order));
        return order;
    }

    /**
     * Withdraws an order that no start has carried out yet. A run that has read it already still carries it out.
     *
     * @param component the component of the order
     * @param input its input, as {@link SkipOrder#input()} says it
     * @param by the operator
     * @throws ServiceException where there is no such order that is pending
     */
    public synchronized void withdraw(String component, String input, String by) {
        Optional<Skip> skip = find(component, input);
        if (skip.isEmpty() || skip.get().state() != SkipState.PENDING) {
            throw new ServiceException("there is no such pending order component=" + component + " input=" + input
                    + " state=" + skip.map(each -> each.state().name()).orElse("none"));
        }
        end(skip.get().order(), SkipState.WITHDRAWN, "by=" + by);
    }

    /**
     * Returns the orders that a service carries out: pending ones, and done ones, whose record may be lost with power.
     */
    List<SkipOrder> of(String component) {
        return list().stream()
                .filter(skip -> skip.order().component().equals(component))
                .filter(skip -> skip.state() == SkipState.PENDING || skip.state() == SkipState.DONE)
                .map(Skip::order)
                .toList();
    }

    boolean isPending(SkipOrder order) {
        return !pending(each -> each.isOf(order.component(), order.input())).isEmpty();
    }

    /** Notes what has become of an order. */
    void end(SkipOrder order, SkipState state, String note) {
        SkipEnd end = new SkipEnd(order.component(), order.input(), state, Instant.now(), note);
        write(orders -> orders.ended(end));
    }

    private Optional<Skip> find(String component, String input) {
        return list().stream()
                .filter(skip -> skip.order().isOf(component, input))
                .findFirst();
    }

    @Override
    Optional<SkipOrder> unended(Skip skip) {
        return skip.state() == SkipState.PENDING ? Optional.of(skip.order()) : Optional.empty();
    }

    @Override
    SkipOrders keeping(List<Skip> skips) {
        return new SkipOrders() {
            @Override
            public void ordered(SkipOrder order) {
                skips.removeIf(skip -> skip.order().isOf(order.component(), order.input()));
                skips.add(new Skip(order, Optional.empty()));
            }

            @Override
            public void ended(SkipEnd end) {
                skips.replaceAll(skip -> skip.order().isOf(end.component(), end.input())
                        ? new Skip(skip.order(), Optional.of(end))
                        : skip);
            }
        };
    }
}
