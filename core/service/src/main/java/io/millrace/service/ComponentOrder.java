package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ReaderOptions;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.SeekResult;
import io.millrace.journal.TailerOptions;
import java.util.Optional;

/** What is different for a component of an order. */
final class ComponentOrder {

    private ComponentOrder() {}

    /**
     * Refuses what could differ between nodes: a component of several inputs, whose order they would choose, channels
     * that store nothing, and orders of operators, which one node alone has.
     */
    static void require(ComponentBuilder settings, Object component) {
        if (settings.order == null) {
            return;
        }
        if (settings.inputs.size() != 1
                || settings.inputs.getFirst().journal().isEmpty()
                || settings.output.journal().isEmpty()) {
            throw new ServiceException("a component of an order reads one channel, and that and its output are"
                    + " journals service=" + settings.name + " inputs="
                    + settings.inputs.stream().map(Channel::name).toList() + " output=" + settings.output.name());
        }
        if (component instanceof PeriodClosing<?>) {
            throw new ServiceException("a component of an order closes no periods, since each node would close its"
                    + " own service=" + settings.name);
        }
        ErrorReports reports = new ErrorReports(settings.errorHandler);
        boolean skips = SkippedInputs.open(settings.skips, settings.names, reports) != null;
        boolean upgrades = settings.upgrades != null
                && settings.upgrades.next(settings.names::has).isPresent();
        boolean allows = settings.allowances != null
                && !settings.allowances.pending(settings.name).isEmpty();
        if (skips || upgrades || allows) {
            throw new ServiceException("a component of an order carries out no orders to skip, allow or upgrade,"
                    + " which one node alone has; withdraw them service=" + settings.name + " skips=" + skips
                    + " upgrades=" + upgrades + " allows=" + allows);
        }
    }

    /** Returns how inputs are read. */
    static ReaderOptions options(ComponentBuilder settings) {
        ReaderOptions options = ReaderOptions.defaults().withTypes(settings.types);
        boolean isSynced = settings.order != null
                && settings.inputs.getFirst().durability().equals(Optional.of(Durability.SYNCED));
        return isSynced ? options.withTailer(TailerOptions.defaults().withLevel(Durability.SYNCED)) : options;
    }

    /** Sets the clock to the last message that was taken, where it was taken before a snapshot. */
    static void restarted(ComponentBuilder settings, InputReaders inputs) {
        if (settings.order == null || settings.order.nowNs() != 0 || inputs.taken(0) == Index.NONE) {
            return;
        }
        try (ChannelCursor cursor = inputs.channel(0).cursor()) {
            if (cursor.seek(inputs.taken(0)) == SeekResult.FOUND && cursor.next() == Entry.CALL) {
                settings.order.entry(cursor.timeNs());
            }
        }
    }
}
