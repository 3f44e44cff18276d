package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.journal.Journal;
import io.millrace.journal.NamedPosition;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a source has to remember beside its items, kept in its output as the names of positions, which survive the
 * process: what it reads from, and where reading began. The positions are parked, so that retention does not wait for
 * them. For the thread of one source.
 */
final class SourceNotes {

    private static final String ORIGIN = "origin of ";
    private static final String START = "start of ";
    private static final String IS = " is ";
    private static final int MAX_BYTES = 40;

    private final ServiceNames names;
    private final Channel output;
    private final Journal journal;

    SourceNotes(ServiceNames names, Channel output) {
        this.names = names;
        this.output = output;
        this.journal = output.journal().orElseThrow();
    }

    /**
     * Keeps the origin of the items of a source, or compares it with what is kept.
     *
     * @throws ServiceException where another is kept, or the text cannot be
     */
    void origin(String origin) {
        int bytes = origin.getBytes(StandardCharsets.UTF_8).length;
        if (bytes == 0 || bytes > MAX_BYTES || bytes != origin.length()) {
            throw new ServiceException("an origin has 1 to " + MAX_BYTES + " characters of ASCII service="
                    + names.name() + " origin=" + origin);
        }
        List<String> kept = kept(ORIGIN);
        if (kept.isEmpty()) {
            keep(ORIGIN, origin);
        } else if (!kept.contains(origin)) {
            throw new ServiceException("the output has items of another origin, whose indexes mean nothing in this one;"
                    + " write another channel, or restore the origin service=" + names.name() + " output="
                    + output.name() + " origin=" + origin + " kept=" + String.join(",", kept));
        }
    }

    /** Returns the index with which reading began; empty where that was not stated. */
    OptionalLong start() {
        return kept(START).stream().mapToLong(Long::parseLong).findFirst();
    }

    /**
     * Keeps where reading begins.
     *
     * @throws ServiceException where it began elsewhere, or the index is negative
     */
    void start(long index) {
        OptionalLong kept = start();
        if (index < 0 || (kept.isPresent() && kept.getAsLong() != index)) {
            throw new ServiceException("reading begins once, at an index of 0 or more service=" + names.name()
                    + " output=" + output.name() + " start=" + index + " kept="
                    + (kept.isPresent() ? Long.toString(kept.getAsLong()) : "none"));
        }
        if (kept.isEmpty()) {
            keep(START, Long.toString(index));
        }
    }

    private void keep(String prefix, String value) {
        NamedPosition position = journal.position(prefix + names.name() + IS + value);
        position.park();
    }

    /** Returns what is kept under any of the source's names. */
    private List<String> kept(String prefix) {
        List<String> kept = new ArrayList<>();
        for (String position : journal.positions().keySet()) {
            int is = position.indexOf(IS, prefix.length());
            if (position.startsWith(prefix) && is > 0 && names.has(position.substring(prefix.length(), is))) {
                kept.add(position.substring(is + IS.length()));
            }
        }
        return kept;
    }
}
