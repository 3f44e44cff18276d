package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelException;
import io.millrace.channel.UpgradeMark;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;

/**
 * The orders of an operator by which another version of a component goes live, {@code millrace upgrade} in Java. The
 * next start of the topology carries them out: it calls the component with all recorded inputs, or begins at its newest
 * snapshot, compares nothing, and writes a mark into the output. What is after the mark is compared by each restart as
 * ever.
 *
 * <p>Orders are kept in a journal of shared ownership, {@code millrace.upgrades} in the data directory, synced, which
 * {@code millrace dump} shows. The directory may be in use. Any thread.
 */
public final class Upgrades extends Orders<UpgradeOrders, UpgradeOrder, Upgrade> {

    private static final String DIRECTORY = "millrace.upgrades";

    private Upgrades(Path data) {
        super(data, DIRECTORY, UpgradeOrders.class);
    }

    /** Returns the orders of a data directory, which there need not be yet. */
    public static Upgrades in(Path dataDirectory) {
        return new Upgrades(dataDirectory);
    }

    /**
     * Orders that another version of a component decides from the next start on, and returns once the order survives a
     * loss of power.
     *
     * @param component the name of a component of the topology that was run here last
     * @param by the operator
     * @param reason why; like the other texts at most 4,096 bytes
     * @return the order
     * @throws ServiceException where there is no such component, it cannot be upgraded, an order for it is pending, or
     *     a text is too long
     */
    public synchronized UpgradeOrder order(String component, String by, String reason) {
        UpgradeCheck.check(data(), component);
        next(component::equals).ifPresent(before -> {
            throw new ServiceException("an upgrade of this component was ordered before, and the next start carries it"
                    + " out component=" + component + " by=" + before.by() + " at=" + before.at());
        });
        UpgradeOrder order = new UpgradeOrder(component, by, Instant.now(), reason);
        requireShort(order);
        write(orders -> orders.ordered(order));
        return order;
    }

    private static void requireShort(UpgradeOrder order) {
        try {
            new UpgradeMark(order.component(), order.by(), order.at(), order.reason(), "", order.at());
        } catch (ChannelException e) {
            throw new ServiceException(e.getMessage(), e);
        }
    }

    /**
     * Withdraws an order that no start has carried out yet. A run that has read it already still carries it out.
     *
     * @param component the component of the order
     * @param by the operator
     * @throws ServiceException where no order of this component is pending
     */
    public synchronized void withdraw(String component, String by) {
        UpgradeOrder order = next(component::equals)
                .orElseThrow(() -> new ServiceException("no order of this component is pending component=" + component
                        + list().stream()
                                .filter(each -> each.order().component().equals(component))
                                .reduce((first, second) -> second)
                                .map(last -> " lastOrder=" + last.state())
                                .orElse("")));
        end(order, UpgradeState.WITHDRAWN, "by=" + by);
    }

    /**
     * Returns the marks in the outputs of the components that were run here last, by their positions, as {@code
     * bars@0:4096}. Reads these outputs from beginning to end; a mark that retention has removed is not among them.
     */
    public SequencedMap<String, UpgradeMark> marks() {
        SequencedMap<String, UpgradeMark> marks = new LinkedHashMap<>();
        RunDescription.read(data())
                .ifPresent(run -> run.components().values().stream()
                        .map(RunDescription.Part::output)
                        .distinct()
                        .filter(output -> Files.exists(data().resolve(output).resolve("journal.table")))
                        .forEach(output -> marksOf(output, marks)));
        return marks;
    }

    private void marksOf(String output, SequencedMap<String, UpgradeMark> marks) {
        try (Channel channel = Channel.readOnly(data().resolve(output));
                ChannelCursor cursor = channel.cursor()) {
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.UPGRADE) {
                    marks.put(InputPosition.text(channel.source(), cursor.index()), cursor.upgrade());
                }
            }
        }
    }

    /** Returns the order that the next start of a component with such a name carries out. */
    Optional<UpgradeOrder> next(Predicate<String> component) {
        return pending(order -> component.test(order.component())).stream().findFirst();
    }

    boolean isPending(UpgradeOrder order) {
        return next(order.component()::equals).filter(order::equals).isPresent();
    }

    /** Notes what has become of an order. */
    void end(UpgradeOrder order, UpgradeState state, String note) {
        UpgradeEnd end = new UpgradeEnd(order.component(), order.at(), state, Instant.now(), note);
        write(orders -> orders.ended(end));
    }

    /** Returns the run of this process, as {@code key=value}. */
    String run() {
        return RunDescription.read(data())
                        .map(run -> "topology=" + run.topology() + " ")
                        .orElse("") + "process=" + ProcessHandle.current().pid();
    }

    @Override
    Optional<UpgradeOrder> unended(Upgrade upgrade) {
        return upgrade.state() == UpgradeState.PENDING ? Optional.of(upgrade.order()) : Optional.empty();
    }

    @Override
    UpgradeOrders keeping(List<Upgrade> upgrades) {
        return new UpgradeOrders() {
            @Override
            public void ordered(UpgradeOrder order) {
                upgrades.add(new Upgrade(order, Optional.empty()));
            }

            @Override
            public void ended(UpgradeEnd end) {
                upgrades.replaceAll(each -> each.order().isOf(end.component(), end.ordered())
                        ? new Upgrade(each.order(), Optional.of(end))
                        : each);
            }
        };
    }
}
