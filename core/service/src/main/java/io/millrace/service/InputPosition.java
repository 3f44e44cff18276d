package io.millrace.service;

import io.millrace.channel.Source;
import io.millrace.journal.Index;

/** The position of an input in a channel or an external source, as errors name it. */
final class InputPosition {

    private InputPosition() {}

    static String text(Source source, long index) {
        return source.name() + "@" + (source.isExternal() || index < 0 ? Long.toString(index) : Index.toText(index));
    }
}
