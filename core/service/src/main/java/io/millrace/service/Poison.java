package io.millrace.service;

import io.millrace.channel.ChannelReader;
import io.millrace.channel.Source;

/** A request on which a gateway threw. */
record Poison(Source source, long index, Throwable error) {

    boolean isAt(ChannelReader reader) {
        return reader.index() == index && reader.source().sameStream(source);
    }
}
