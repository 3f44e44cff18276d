package io.millrace.service;

import io.millrace.text.NearestName;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * The orders of an operator to take calls of a principal again, {@code millrace allow} in Java. A component refuses the
 * calls of a principal of which too many have made it throw. The next start of the topology carries an order out at the
 * next call of the principal: a record in the output says so, which restarts repeat, and its failures count from 0.
 *
 * <p>Orders are kept in a journal of shared ownership, {@code millrace.allowances} in the data directory, synced, which
 * {@code millrace dump} shows. The directory may be in use. Any thread.
 */
public final class Allowances extends Orders<AllowOrders, AllowOrder, Allowance> {

    private static final String DIRECTORY = "millrace.allowances";

    private Allowances(Path data) {
        super(data, DIRECTORY, AllowOrders.class);
    }

    /** Returns the orders of a data directory, which there need not be yet. */
    public static Allowances in(Path dataDirectory) {
        return new Allowances(dataDirectory);
    }

    /**
     * Orders that calls of a principal are taken again, and returns once the order survives a loss of power.
     *
     * @param component the name of a component of the topology that was run here last
     * @param principal the principal as the error of the component names it; the name of a client where it has none
     * @param by the operator
     * @param reason why
     * @return the order
     * @throws ServiceException where there is no such component, or such an order is pending
     */
    public synchronized AllowOrder order(String component, String principal, String by, String reason) {
        check(component);
        pending(component, principal).ifPresent(before -> {
            throw new ServiceException("this was ordered before, and the next start carries it out component="
                    + component + " principal=" + principal + " by=" + before.by() + " at=" + before.at());
        });
        AllowOrder order = new AllowOrder(component, principal, by, Instant.now(), reason);
        write(orders -> orders.ordered(order));
        return order;
    }

    private void check(String component) {
        RunDescription run = RunDescription.read(data())
                .orElseThrow(() -> new ServiceException(
                        "no topology was run here, so no component refuses calls directory=" + data()));
        RunDescription.Part part = run.components().get(component);
        if (part == null || part.kind() != ComponentKind.COMPONENT) {
            throw new ServiceException("there is no such component component=" + component + " topology="
                    + run.topology()
                    + NearestName.hint(component, run.components().keySet()));
        }
    }

    /**
     * Withdraws an order that was not carried out yet. A run that has read it already still carries it out.
     *
     * @param component the component of the order
     * @param principal its principal
     * @param by the operator
     * @throws ServiceException where no such order is pending
     */
    public synchronized void withdraw(String component, String principal, String by) {
        AllowOrder order = pending(component, principal)
                .orElseThrow(() -> new ServiceException(
                        "there is no such pending order component=" + component + " principal=" + principal));
        end(order, AllowState.WITHDRAWN, "by=" + by);
    }

    private Optional<AllowOrder> pending(String component, String principal) {
        return pending(component).stream()
                .filter(order -> order.principal().equals(principal))
                .findFirst();
    }

    /** Returns the orders for a component that are to be carried out. */
    List<AllowOrder> pending(String component) {
        return pending((AllowOrder order) -> order.component().equals(component));
    }

    /** Notes what has become of an order. */
    void end(AllowOrder order, AllowState state, String note) {
        AllowEnd end = new AllowEnd(order, state, Instant.now(), note);
        write(orders -> orders.ended(end));
    }

    @Override
    Optional<AllowOrder> unended(Allowance allowance) {
        return allowance.state() == AllowState.PENDING ? Optional.of(allowance.order()) : Optional.empty();
    }

    @Override
    AllowOrders keeping(List<Allowance> allowances) {
        return new AllowOrders() {
            @Override
            public void ordered(AllowOrder order) {
                allowances.add(new Allowance(order, Optional.empty()));
            }

            @Override
            public void ended(AllowEnd end) {
                allowances.replaceAll(
                        each -> each.order().equals(end.order()) ? new Allowance(end.order(), Optional.of(end)) : each);
            }
        };
    }
}
