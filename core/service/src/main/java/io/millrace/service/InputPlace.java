package io.millrace.service;

import io.millrace.channel.Source;
import io.millrace.journal.Index;

/** How errors name a place in a channel or an external source. */
final class InputPlace {

    private InputPlace() {}

    static String text(Source source, long index) {
        return source.name() + "@" + (source.isExternal() || index < 0 ? Long.toString(index) : Index.toText(index));
    }
}
