package io.millrace.service;

import io.millrace.channel.Source;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.regex.Pattern;

/**
 * How far each stream of a source is in its output, for a source that reads several, each with indexes of its own. The
 * items of stream {@code S} of source {@code NAME} have the external source {@code NAME/S} in the output. A record of
 * consumed inputs with the source {@code NAME/*} at its end names every stream and how far it is, for many streams
 * together with the records before it: a search backward ends there, and retention keeps the newest. For the thread of
 * one source.
 */
final class SourceStreams {

    private static final String SEPARATOR = "/";
    private static final String ALL = "*";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,100}");

    private final ServiceNames names;
    private final Source all;
    private final SequencedMap<String, Stream> streams = new LinkedHashMap<>();
    private boolean complete;

    /** How many runs of the newest record of all streams a search has still to find; -1 before it finds its end. */
    private long unfound = -1;

    /** A stream, and its newest index in the output; -1 where nothing of it was read. */
    static final class Stream {
        private final Source source;
        private long last;

        private Stream(Source source, long last) {
            this.source = source;
            this.last = last;
        }

        Source source() {
            return source;
        }

        long last() {
            return last;
        }
    }

    SourceStreams(ServiceNames names) {
        this.names = names;
        this.all = Source.external(names.name() + SEPARATOR + ALL);
    }

    /** Returns the source that ends a record of all streams; its index is the number of runs before it. */
    Source all() {
        return all;
    }

    Collection<Stream> values() {
        return streams.values();
    }

    /** Returns the newest index of each stream; empty where none was ever begun. */
    Optional<Map<String, Long>> reached() {
        if (!complete) {
            return Optional.empty();
        }
        Map<String, Long> reached = new LinkedHashMap<>();
        streams.forEach((name, stream) -> reached.put(name, stream.last));
        return Optional.of(Collections.unmodifiableMap(reached));
    }

    /** Returns whether streams were begun; a search backward has then found all of them. */
    boolean isComplete() {
        return complete;
    }

    /**
     * Takes what a search backward finds; what is found first of a stream is its newest.
     *
     * @return whether it is of a stream of this source, under any of its names
     */
    boolean found(Source sender, long index) {
        int at = sender.name().indexOf(SEPARATOR);
        if (at < 0 || !names.has(sender.name().substring(0, at))) {
            return false;
        }
        String name = sender.name().substring(at + 1);
        if (!name.equals(ALL)) {
            streams.putIfAbsent(name, new Stream(source(name), index));
            unfound = unfound > 0 ? unfound - 1 : unfound;
        } else if (unfound < 0) {
            unfound = index; // of many streams the first ones are in the records before
        }
        complete = unfound == 0;
        return true;
    }

    /**
     * Begins streams of which nothing was read.
     *
     * @param firsts the first index that may follow, of each
     * @throws ServiceException where a stream was begun before, or a name or an index is none
     */
    void start(Map<String, Long> firsts) {
        if (all.name().startsWith(ClientName.PREFIX)) { // readers would take its items for calls of clients
            throw new ServiceException(
                    "a source that reads several streams needs another name service=" + names.name());
        }
        if (complete || firsts.isEmpty()) {
            throw new ServiceException("the streams of a source begin once, and one is there at least service="
                    + names.name() + " known=" + streams.size() + " streams=" + firsts.size());
        }
        firsts.forEach((name, first) -> {
            if (first < 0) {
                throw new ServiceException("a stream begins at an index of 0 or more service=" + names.name()
                        + " stream=" + name + " start=" + first);
            }
            of(name).last = first - 1;
        });
        complete = true;
    }

    /**
     * Moves a stream to an index.
     *
     * @throws ServiceException where it is not after the one before, or the name is none
     */
    Stream advance(String name, long index) {
        Stream stream = of(name);
        if (index <= stream.last) {
            throw new ServiceException("the indexes of a stream must increase with each item service=" + names.name()
                    + " stream=" + name + " index=" + index + " lastIndex=" + stream.last);
        }
        stream.last = index;
        return stream;
    }

    private Stream of(String name) {
        Stream stream = streams.get(name);
        if (stream == null) {
            if (!NAME.matcher(Objects.requireNonNull(name, "name")).matches()) {
                throw new ServiceException("the name of a stream has 1 to 100 letters, digits, dots, hyphens and"
                        + " underscores service=" + names.name() + " stream=" + name);
            }
            stream = new Stream(source(name), -1);
            streams.put(name, stream);
        }
        return stream;
    }

    private Source source(String stream) {
        return Source.external(names.name() + SEPARATOR + stream);
    }
}
