package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.journal.Journal;
import io.millrace.journal.NamedPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps what a source reads from in its output: as the name of a position, which survives the process. The position is
 * parked, so that retention does not wait for it.
 */
final class SourceOrigin {

    private static final String PREFIX = "origin of ";
    private static final String IS = " is ";
    private static final int MAX_BYTES = 40;

    private SourceOrigin() {}

    /**
     * Keeps the origin of the items of a source, or compares it with what is kept.
     *
     * @throws ServiceException where another is kept, or the text cannot be
     */
    static void keep(ServiceNames names, Channel output, String origin) {
        int bytes = origin.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > MAX_BYTES || bytes != origin.length()) {
            throw new ServiceException("an origin has 1 to " + MAX_BYTES + " characters of ASCII service="
                    + names.name() + " origin=" + origin);
        }
        Journal journal = output.journal().orElseThrow();
        List<String> kept = kept(names, journal);
        if (kept.isEmpty()) {
            NamedPosition position = journal.position(PREFIX + names.name() + IS + origin);
            position.park();
        } else if (!kept.contains(origin)) {
            throw new ServiceException("the output has items of another origin, whose indexes mean nothing in this one;"
                    + " write another channel, or restore the origin service=" + names.name() + " output="
                    + output.name() + " origin=" + origin + " kept=" + String.join(",", kept));
        }
    }

    /** Returns the origins that are kept under any of the source's names. */
    private static List<String> kept(ServiceNames names, Journal journal) {
        List<String> kept = new ArrayList<>();
        for (String position : journal.positions().keySet()) {
            int is = position.indexOf(IS, PREFIX.length());
            if (position.startsWith(PREFIX) && is > 0 && names.has(position.substring(PREFIX.length(), is))) {
                kept.add(position.substring(is + IS.length()));
            }
        }
        return kept;
    }
}
