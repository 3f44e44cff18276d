package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.EpochClock;
import io.millrace.channel.MethodResults;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;

/**
 * The inputs of a service. Of the available calls, the one written first is taken first; among equals, that of the
 * first input; {@link ArrivalOrder} bounds how long a call waits because of clocks that differ. Calls of inputs with
 * priority overtake those of the others, which are not left waiting for ever: after
 * {@link #MAX_IN_ROW} inputs that have overtaken others, one of the others is taken.
 */
final class InputReaders implements AutoCloseable {

    private static final VarHandle INDEXES = MethodHandles.arrayElementVarHandle(long[].class);

    /** How many calls with priority are taken in a row while another call waits. */
    static final int MAX_IN_ROW = 64;

    private static final int NONE = -1;

    private final String service;
    private final Channel[] channels;
    private final ChannelReader[] readers;
    private final long[] taken;

    /** The index up to which an input was read when it was empty, skipped calls included. */
    private final long[] passed;

    private boolean drained;
    private EndGate.Member member = EndGate.NONE.join(this);
    private final boolean[] within;
    private final boolean[] ready;
    private final ArrivalOrder arrival;
    private final boolean[] priority;
    private int inRow;
    private boolean ordered;
    private FormerQueues queues = FormerQueues.NONE;

    /** The journals that queues were before; null elsewhere. */
    private final Channel[] former;

    private InputReaders(String service, Channel[] channels, ChannelReader[] readers) {
        this.service = service;
        this.channels = channels;
        this.readers = readers;
        this.former = new Channel[channels.length];
        this.taken = new long[channels.length];
        this.passed = new long[channels.length];
        this.within = new boolean[channels.length];
        this.ready = new boolean[channels.length];
        this.arrival = new ArrivalOrder(channels, EpochClock.system());
        this.priority = new boolean[channels.length];
        Arrays.fill(taken, Index.NONE);
        Arrays.fill(passed, Index.NONE);
    }

    static InputReaders open(String service, List<Channel> inputs, Object component, ReaderOptions options) {
        Class<?>[] interfaces = ComponentInterfaces.of(component);
        if (interfaces.length == 0 && options.hooks().unknown().isEmpty()) {
            throw new ServiceException("a component implements no interface of calls service=" + service + " class="
                    + component.getClass().getName());
        }
        List<ChannelReader> readers = new ArrayList<>();
        try {
            for (Channel input : inputs) {
                readers.add(input.reader(component, options.withResults(MethodResults.TAKEN), interfaces));
            }
        } catch (Throwable e) {
            readers.forEach(ChannelReader::close);
            throw e;
        }
        return new InputReaders(service, inputs.toArray(Channel[]::new), readers.toArray(ChannelReader[]::new));
    }

    int size() {
        return readers.length;
    }

    ChannelReader reader(int input) {
        return readers[input];
    }

    Channel channel(int input) {
        return channels[input];
    }

    /** Notes that the reader's call is taken. */
    void take(ChannelReader reader) {
        for (int i = 0; i < readers.length; i++) {
            if (readers[i].equals(reader)) {
                taken(i, reader.index());
                return;
            }
        }
    }

    /** Notes which call was taken from an input last. */
    void taken(int input, long index) {
        INDEXES.setOpaque(taken, input, index);
    }

    /**
     * Returns how many messages of all inputs are not taken yet; empty where an input is not kept in a journal, or a
     * journal is closed or cannot be read. Any thread may ask.
     */
    OptionalLong unread() {
        long unread = 0;
        for (int i = 0; i < channels.length; i++) {
            OptionalLong here = channels[i] instanceof TimeChannel ? OptionalLong.of(0) : unread(i);
            if (here.isEmpty()) {
                return here;
            }
            unread += here.getAsLong();
        }
        return OptionalLong.of(unread);
    }

    /** Returns whether all messages of the inputs with these names are taken. Any thread may ask. */
    boolean isRead(Set<String> names) {
        for (int i = 0; i < channels.length; i++) {
            if (names.contains(channels[i].name())
                    && !(channels[i] instanceof TimeChannel)
                    && !unread(i).equals(OptionalLong.of(0))) {
                return false;
            }
        }
        return true;
    }

    private OptionalLong unread(int input) {
        Journal journal = channels[input].journal().orElse(null);
        if (journal == null) {
            return OptionalLong.empty();
        }
        long last = done(input);
        try {
            long read = journal.messagesBefore(last) + (last == Index.NONE ? 0 : 1);
            return OptionalLong.of(Math.max(0, journal.messages() - read));
        } catch (JournalException e) { // it is closed, or its files were removed
            return OptionalLong.empty();
        }
    }

    /**
     * Returns the last call of each input that is done with, by the name of its channel: taken, or passed over because
     * the component does not take it; any thread.
     */
    SequencedMap<String, Long> positions() {
        SequencedMap<String, Long> positions = new LinkedHashMap<>();
        for (int i = 0; i < channels.length; i++) {
            if (!(channels[i] instanceof TimeChannel)) {
                positions.put(channels[i].name(), done(i));
            }
        }
        return positions;
    }

    private long done(int input) {
        return Math.max((long) INDEXES.getOpaque(taken, input), (long) INDEXES.getOpaque(passed, input));
    }

    /** Returns the last call taken from an input, {@code Index.NONE} where none was. */
    long taken(int input) {
        return taken[input];
    }

    /** Seeks back to after the call at {@code index} of an input, to read the calls since then again. */
    void seekBack(int input, long index) {
        readers[input].seekAfter(index);
        INDEXES.setOpaque(passed, input, index);
    }

    /** Continues after the call at {@code index} of an input, as if it had been the last one taken. */
    void continueAfter(int input, long index) {
        readers[input].seekAfter(index);
        taken(input, index);
    }

    /** Leaves out the calls of an input up to {@code index}, which need not be there any more. */
    void startAfter(int input, long index) {
        ChannelReader reader = readers[input];
        if (index == Index.NONE) {
            reader.toStart();
        } else if (StateCalls.has(channels[input], index)) {
            continueAfter(input, index);
        } else if (StateCalls.has(channels[input], index + 1)) {
            reader.seek(index + 1);
        } else {
            throw new ServiceException("the message at which the service began to read was removed from its input"
                    + " service=" + service + " input=" + channels[input].name() + " startedAfter="
                    + Index.toText(index) + " removed=" + ServiceStart.removed(channels[input]));
        }
    }

    /** Returns the reader of the next call, or null where none is ready. */
    ChannelReader next() {
        if (readers.length == 1) {
            boolean ended = within[0] || channels[0].ended();
            Poll poll = readers[0].next();
            drained = (ended || readers[0].atEnd()) && poll == Poll.NOTHING;
            if (poll == Poll.MESSAGE) {
                member.works();
                return readers[0];
            }
            INDEXES.setOpaque(passed, 0, readers[0].index());
            return null;
        }
        ChannelReader first = ordered ? inOrder() : earliest();
        if (first != null) {
            member.works();
        }
        return first;
    }

    /** Sets that time passes with the messages of the first input alone; the second one, if any, is the time. */
    void ordered() {
        ordered = true;
    }

    /**
     * Returns what is due before the next message is written, or that message. A clock does not count, nor whether
     * several messages are visible: a message of the time that is due is taken before it.
     */
    private ChannelReader inOrder() {
        ChannelReader messages = readers[0];
        boolean ended = within[0] || channels[0].ended();
        Poll poll = messages.next();
        drained = (ended || messages.atEnd()) && poll == Poll.NOTHING; // what is due later than all never is
        if (poll != Poll.MESSAGE) {
            INDEXES.setOpaque(passed, 0, messages.index());
            return null;
        }
        return ((TimeReader) readers[1]).findBefore(messages.timeNs()) ? readers[1] : messages;
    }

    private ChannelReader earliest() {
        boolean allEnded = true;
        boolean nothing = true;
        int first = NONE;
        int urgent = NONE;
        for (int i = 0; i < readers.length; i++) {
            boolean ended = within[i] || channels[i].ended();
            Poll poll = readers[i].next();
            ready[i] = poll == Poll.MESSAGE;
            allEnded &= ended || readers[i].atEnd();
            nothing &= poll == Poll.NOTHING;
            if (!ready[i]) {
                INDEXES.setOpaque(passed, i, readers[i].index());
            } else if (priority[i]) {
                urgent = earlier(urgent, i);
            } else {
                first = earlier(first, i);
            }
        }
        drained = allEnded && nothing;
        first = arrivedBefore(first);
        urgent = arrivedBefore(urgent);
        int next = urgent == NONE || first == NONE ? only(urgent, first) : overtaking(urgent, first);
        return next == NONE ? null : taking(next);
    }

    private int earlier(int found, int input) {
        return found == NONE || readers[input].timeNs() < readers[found].timeNs() ? input : found;
    }

    /** Returns the input of the call that waits longest since before the call of an input arrived, or that input. */
    private int arrivedBefore(int input) {
        int before = input;
        for (int i = 0; input != NONE && i < readers.length; i++) {
            if (ready[i]
                    && i != input
                    && priority[i] == priority[input]
                    && arrival.isBefore(i, input, readers[input].index(), readers[input].timeNs())
                    && (before == input || arrival.isNotedBefore(i, before))) {
                before = i;
            }
        }
        return before;
    }

    private ChannelReader taking(int next) {
        for (int i = 0; i < readers.length; i++) {
            if (i == next) {
                arrival.taken(i);
            } else if (ready[i]) {
                arrival.passedOver(i);
            }
        }
        return readers[next];
    }

    private int only(int urgent, int first) {
        inRow = 0;
        return urgent == NONE ? first : urgent;
    }

    private int overtaking(int urgent, int first) {
        inRow = inRow == MAX_IN_ROW ? 0 : inRow + 1;
        return inRow == 0 ? first : urgent;
    }

    /** Returns the number of the input with a name, -1 where there is none. */
    int named(String channel) {
        for (int i = 0; i < channels.length; i++) {
            if (channels[i].name().equals(channel)) {
                return i;
            }
        }
        return NONE;
    }

    /** Begins again before the first call of each input, with another component of the same class. */
    void restart(Object component) {
        for (int i = 0; i < readers.length; i++) {
            readers[i].handler(component);
            readers[i].toStart();
            taken(i, Index.NONE);
            INDEXES.setOpaque(passed, i, Index.NONE);
        }
        drained = false;
    }

    /** Returns whether all calls can be read again. */
    boolean canRestart() {
        for (Channel channel : channels) {
            if (channel.journal().isEmpty() && !(channel instanceof TimeChannel)) {
                return false;
            }
        }
        return true;
    }

    /** Sets the channels whose calls overtake those of the others. */
    void priority(Set<String> names) {
        for (int i = 0; i < priority.length; i++) {
            priority[i] = names.contains(channels[i].name());
        }
    }

    /** Returns whether the last {@link #next} found nothing, and nothing will arrive. */
    boolean drained() {
        return drained && member.isOver();
    }

    /** Sets the gate at which this service ends together with others. */
    void endsWith(EndGate gate) {
        for (int i = 0; i < within.length; i++) {
            within[i] = gate.has(channels[i].name());
        }
        member = gate.join(this);
    }

    /** Returns the number of the input that is {@code source}; throws where there is none. */
    int indexOf(Source source) {
        for (int i = 0; i < channels.length; i++) {
            if (queues.sameStream(channels[i].source(), source)) {
                return i;
            }
        }
        throw unknown(source);
    }

    /** Returns the number of the input that an output names, also as the other kind that the channel had then. */
    int recorded(Source source) {
        for (int i = 0; i < channels.length; i++) {
            if (queues.sameStream(channels[i].source(), source)) {
                return i;
            }
        }
        for (int i = 0; i < channels.length; i++) {
            boolean isFormer = channels[i].journal().isPresent()
                    ? queues.isNumbered(channels[i].name(), source)
                    : former[i] != null && former[i].source().sameStream(source);
            if (isFormer) {
                return i;
            }
        }
        throw unknown(source);
    }

    /** Returns the numbers of the calls of an input beside their indexes in the journal that it is or was. */
    CallNumbers numbers(int input) {
        return CallNumbers.of(former[input] == null ? channels[input] : former[input]);
    }

    /** Opens the journals that queues were before, by their names. */
    void formerJournals(Map<String, Path> directories) {
        for (int i = 0; i < channels.length; i++) {
            Path directory = directories.get(channels[i].name());
            if (channels[i].journal().isEmpty() && directory != null) {
                former[i] = Channel.readOnly(directory);
            }
        }
    }

    /** Says what became of an input: another kind, another journal of the same name, another name, or not read. */
    private ServiceException unknown(Source source) {
        StringBuilder known = new StringBuilder();
        String reason = source.isExternal()
                ? "; a renamed queue names its former name, formerly: " + source.name()
                : "; a journal that is renamed keeps its directory, under the new name";
        for (Channel channel : channels) {
            known.append(known.isEmpty() ? "" : ", ").append(described(channel.source(), " queue"));
            if (channel.name().equals(source.name())) {
                reason = channel.journal().isPresent() == source.isExternal()
                        ? "; the channel was a "
                                + (source.isExternal() ? "queue" : "journal, whose directory is not there any more")
                                + ", and what is needed here cannot be found in one of the present kind"
                        : "; the channel of that name is another journal: restore the one that was read, or write the"
                                + " output from the beginning as well";
            }
        }
        return new ServiceException("replay diverged: the output names an input that is not read now" + reason
                + " service=" + service + " source=" + described(source, "") + " inputs=[" + known + "]");
    }

    private static String described(Source source, String kindWithoutJournal) {
        return source.journalId()
                .map(id -> source.name() + " journal=" + id)
                .orElse(source.name() + kindWithoutJournal);
    }

    /** Sets under which former names queues are known in outputs. */
    void formerQueues(FormerQueues former) {
        queues = former;
    }

    FormerQueues queues() {
        return queues;
    }

    @Override
    public void close() {
        for (ChannelReader reader : readers) {
            reader.close();
        }
        for (Channel journal : former) {
            if (journal != null) {
                journal.close();
            }
        }
    }
}
