package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.RestartPosition;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.NamedPosition;
import io.millrace.journal.Positions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps in journals what a restart of a service needs, by a position under the service's name in each: retention
 * removes only what is before it. Positions that were never moved hold everything. They also say which service has
 * written a channel, so that a service of another name is not considered new.
 *
 * <p>{@link #take} creates the positions, when the service may begin. They move one step late, and only once that
 * step is synced where its channel is, so a loss of power that takes the newest step leaves everything for the one
 * before. For the thread of one service.
 */
final class RestartHolds {

    private final ServiceNames names;
    private final Journal[] journals;
    private final boolean[] synced;
    private final NamedPosition[] positions;
    private final boolean[] known;
    private final long[] next;
    private boolean taken;
    private boolean pending;

    private RestartHolds(ServiceNames names, List<Channel> channels) {
        this.names = names;
        this.journals = new Journal[channels.size()];
        this.synced = new boolean[channels.size()];
        this.positions = new NamedPosition[channels.size()];
        this.known = new boolean[channels.size()];
        this.next = new long[channels.size()];
        for (int i = 0; i < positions.length; i++) {
            Journal journal = channels.get(i).journal().orElse(null);
            if (journal != null && !journal.isReadOnly()) {
                journals[i] = journal;
                synced[i] = channels.get(i).durability().equals(Optional.of(Durability.SYNCED));
                Set<String> found = services(journal.directory());
                known[i] = found.stream().anyMatch(names::has);
            }
        }
    }

    /**
     * Finds what is held in those channels of a service that are journals open for writing; changes nothing. Their
     * order here is that of the arguments.
     *
     * @param more further channels that a restart needs
     * @throws ServiceException where another service has written the output
     */
    static RestartHolds open(ServiceNames names, List<Channel> inputs, Channel output, List<Channel> more) {
        List<Channel> channels = new ArrayList<>(inputs);
        channels.add(output);
        channels.addAll(more);
        RestartHolds holds = new RestartHolds(names, channels);
        output.journal()
                .filter(journal -> !journal.isReadOnly())
                .ifPresent(journal -> holds.refuseOutputOfAnother(journal, inputs, output.name()));
        return holds;
    }

    /** Finds what is held for a source; the items themselves say what it has written. */
    static RestartHolds ofSource(ServiceNames names, Channel output) {
        return new RestartHolds(names, List.of(output));
    }

    /** Holds nothing, for a service that only reads. */
    static RestartHolds none(ServiceNames names) {
        return new RestartHolds(names, List.of());
    }

    /** Returns the names of the services that have positions in a journal. */
    static Set<String> services(Path journal) {
        Set<String> services = new LinkedHashSet<>();
        try (Positions positions = Positions.open(journal)) {
            for (NamedPosition position : positions.list()) {
                RestartPosition.service(position.name()).ifPresent(services::add);
            }
        }
        return services;
    }

    /** Refuses an output that another service has written: one that holds positions in this output and its inputs. */
    private void refuseOutputOfAnother(Journal written, List<Channel> inputs, String output) {
        Set<String> others = services(written.directory());
        if (others.stream().anyMatch(names::has)) {
            return;
        }
        Set<String> readers = new LinkedHashSet<>();
        boolean anyInput = false;
        for (int i = 0; i < inputs.size(); i++) {
            if (journals[i] != null) {
                anyInput = true;
                readers.addAll(services(journals[i].directory()));
            }
        }
        if (anyInput) {
            others.retainAll(readers);
        }
        others.removeAll(names.others());
        if (!others.isEmpty()) {
            throw new ServiceException("the output was written by a service of another name; a renamed service names"
                    + " its former name, formerly: "
                    + others.iterator().next() + " service="
                    + names.name() + " output=" + output + " writtenBy=" + others + formerly());
        }
    }

    private String formerly() {
        return names.formerly().isEmpty() ? "" : " formerly=" + names.formerly();
    }

    /** Returns whether the service was started on a channel before, by the number of the channel. */
    boolean isKnown(int channel) {
        return known[channel];
    }

    /** Returns up to where the service needs a channel no more, {@code Index.NONE} where it needs all or is new. */
    long heldAt(int channel) {
        if (!known[channel]) {
            return Index.NONE;
        }
        long held = Index.NONE;
        try (Positions all = Positions.open(journals[channel].directory())) {
            for (NamedPosition position : all.list()) {
                String name = position.name();
                if (RestartPosition.service(name).filter(names::has).isPresent()) {
                    held = Math.max(held, position.get());
                }
            }
        }
        return held;
    }

    /** Creates the positions, and takes over those of former names; changes nothing before. */
    void take() {
        for (int i = 0; i < positions.length; i++) {
            if (journals[i] != null) {
                positions[i] = journals[i].position(RestartPosition.of(names.name()));
                takeOver(journals[i], positions[i]);
            }
        }
        taken = true;
    }

    private void takeOver(Journal journal, NamedPosition own) {
        Set<String> found = services(journal.directory());
        for (String former : names.formerly()) {
            if (found.contains(former)) {
                long index = journal.position(RestartPosition.of(former)).get();
                if (own.get() == Index.NONE && index != Index.NONE) {
                    own.set(index);
                }
                try (Positions all = Positions.open(journal.directory())) {
                    all.delete(RestartPosition.of(former));
                }
            }
        }
    }

    /**
     * Notes that a restart needs nothing any more before an index of each channel, in their order; of one whose index
     * is {@code Index.NONE} the position stays.
     */
    void reached(long... indexes) {
        if (pending && !settle()) {
            return;
        }
        noteNext(indexes);
    }

    /**
     * Notes from where the service has restarted. The positions stay: the step that was restored may have been noted
     * before, or be older than one that was and that could not be used.
     */
    void restartsFrom(long... indexes) {
        noteNext(indexes);
    }

    private void noteNext(long... indexes) {
        System.arraycopy(indexes, 0, next, 0, next.length);
        pending = true;
    }

    /**
     * Moves the positions to what was noted last, without waiting for the next step, where nothing can take it any
     * more; returns whether that is so.
     */
    boolean settle() {
        if (!taken || !isSynced()) {
            return false;
        }
        for (int i = 0; i < positions.length; i++) {
            if (positions[i] != null && next[i] != Index.NONE) {
                positions[i].set(next[i]);
            }
        }
        pending = false;
        return true;
    }

    private boolean isSynced() {
        for (int i = 0; i < positions.length; i++) {
            if (synced[i] && positions[i] != null && journals[i].syncedIndex() < next[i]) {
                return false;
            }
        }
        return true;
    }
}
