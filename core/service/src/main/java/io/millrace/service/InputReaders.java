package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The inputs of a service. Of the calls that are ready, the one written first comes first; ties go to the first input.
 */
final class InputReaders implements AutoCloseable {

    private final String service;
    private final Channel[] channels;
    private final ChannelReader[] readers;
    private final long[] taken;
    private boolean drained;

    private InputReaders(String service, Channel[] channels, ChannelReader[] readers) {
        this.service = service;
        this.channels = channels;
        this.readers = readers;
        this.taken = new long[channels.length];
        Arrays.fill(taken, Index.NONE);
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
                taken[i] = reader.index();
                return;
            }
        }
    }

    /** Returns the last call taken from an input, {@code Index.NONE} where none was. */
    long taken(int input) {
        return taken[input];
    }

    /** Goes behind the call at {@code index} of an input, as if it had been the last one taken. */
    void continueAfter(int input, long index) {
        readers[input].seekAfter(index);
        taken[input] = index;
    }

    /** Returns the reader of the next call, or null where none is ready. */
    ChannelReader next() {
        if (readers.length == 1) {
            boolean ended = channels[0].ended();
            Poll poll = readers[0].next();
            drained = ended && poll == Poll.NOTHING;
            return poll == Poll.MESSAGE ? readers[0] : null;
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
