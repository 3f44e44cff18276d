package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.JournalClosedException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;

/**
 * The inputs of a service. Of the calls that are ready, the one written first comes first; ties go to the first input.
 */
final class InputReaders implements AutoCloseable {

    private static final VarHandle INDEXES = MethodHandles.arrayElementVarHandle(long[].class);

    private final String service;
    private final Channel[] channels;
    private final ChannelReader[] readers;
    private final long[] taken;

    /** Up to where an input was looked at when nothing was left in it, calls included that are of no interest. */
    private final long[] passed;

    private boolean drained;

    private InputReaders(String service, Channel[] channels, ChannelReader[] readers) {
        this.service = service;
        this.channels = channels;
        this.readers = readers;
        this.taken = new long[channels.length];
        this.passed = new long[channels.length];
        Arrays.fill(taken, Index.NONE);
        Arrays.fill(passed, Index.NONE);
    }

    static InputReaders open(String service, List<Channel> inputs, Object component, ReaderOptions options) {
        Class<?>[] interfaces = ComponentInterfaces.of(component);
        if (interfaces.length == 0) {
            throw new ServiceException("a component implements no interface of calls service=" + service + " class="
                    + component.getClass().getName());
        }
        List<ChannelReader> readers = new ArrayList<>();
        try {
            for (Channel input : inputs) {
                readers.add(input.reader(component, options, interfaces));
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

    /** Notes that the call that {@code reader} stands on is taken. */
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
     * Returns how many messages of all inputs are behind those taken last; empty where one is not kept in a journal, or
     * a journal is closed. Any thread may ask.
     */
    OptionalLong unread() {
        long unread = 0;
        for (int i = 0; i < channels.length; i++) {
            Journal journal = channels[i].journal().orElse(null);
            if (journal == null) {
                return OptionalLong.empty();
            }
            long last = Math.max((long) INDEXES.getOpaque(taken, i), (long) INDEXES.getOpaque(passed, i));
            try {
                long read = journal.messagesBefore(last) + (last == Index.NONE ? 0 : 1);
                unread += Math.max(0, journal.messages() - read);
            } catch (JournalClosedException e) {
                return OptionalLong.empty();
            }
        }
        return OptionalLong.of(unread);
    }

    /** Returns the last call taken from an input, {@code Index.NONE} where none was. */
    long taken(int input) {
        return taken[input];
    }

    /** Goes back behind the call at {@code index} of an input, since what was read since then is read again. */
    void seekBack(int input, long index) {
        readers[input].seekAfter(index);
        INDEXES.setOpaque(passed, input, index);
    }

    /** Goes behind the call at {@code index} of an input, as if it had been the last one taken. */
    void continueAfter(int input, long index) {
        readers[input].seekAfter(index);
        taken(input, index);
    }

    /** Returns the reader of the next call, or null where none is ready. */
    ChannelReader next() {
        if (readers.length == 1) {
            boolean ended = channels[0].ended();
            Poll poll = readers[0].next();
            drained = ended && poll == Poll.NOTHING;
            if (poll == Poll.MESSAGE) {
                return readers[0];
            }
            INDEXES.setOpaque(passed, 0, readers[0].index());
            return null;
        }
        return earliest();
    }

    private ChannelReader earliest() {
        boolean allEnded = true;
        boolean nothing = true;
        ChannelReader first = null;
        for (int i = 0; i < readers.length; i++) {
            ChannelReader reader = readers[i];
            allEnded &= channels[i].ended();
            Poll poll = reader.next();
            nothing &= poll == Poll.NOTHING;
            if (poll != Poll.MESSAGE) {
                INDEXES.setOpaque(passed, i, reader.index());
            }
            if (poll == Poll.MESSAGE && (first == null || reader.timeNs() < first.timeNs())) {
                first = reader;
            }
        }
        drained = allEnded && nothing;
        return first;
    }

    /** Returns whether the last {@link #next} found nothing, and nothing will come. */
    boolean drained() {
        return drained;
    }

    /** Returns the place of the input that is {@code source}; throws where there is none. */
    int indexOf(Source source) {
        for (int i = 0; i < channels.length; i++) {
            if (channels[i].source().sameStream(source)) {
                return i;
            }
        }
        StringBuilder known = new StringBuilder();
        for (Channel channel : channels) {
            known.append(known.isEmpty() ? "" : ", ").append(channel.source());
        }
        throw new ServiceException("the output was made from an input that is not among those now read service="
                + service + " source=" + source + " inputs=[" + known + "]");
    }

    /** Returns the reader of the input that is {@code source}. */
    ChannelReader of(Source source) {
        return readers[indexOf(source)];
    }

    @Override
    public void close() {
        for (ChannelReader reader : readers) {
            reader.close();
        }
    }
}
