package io.millrace.cli;

import io.millrace.channel.ChannelCursor;
import io.millrace.channel.History;
import io.millrace.channel.Source;
import io.millrace.journal.Index;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.regex.Pattern;

/** Writes messages for people or programs, without the classes of the messages. */
final class RecordText {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

    private final RecordFormat format;
    private final boolean history;
    private final Optional<Pattern> grep;
    private final Terminal terminal;

    RecordText(RecordFormat format, boolean history, Optional<Pattern> grep, Terminal terminal) {
        this.format = format;
        this.history = history;
        this.grep = grep;
        this.terminal = terminal;
    }

    /**
     * Returns the message at the cursor, or empty if the options exclude it. A message whose key was deleted is a line
     * that reports that.
     */
    Optional<String> of(ChannelCursor cursor) {
        if (!cursor.isReadable() && cursor.hasKeys()) {
            return grep.isPresent() ? Optional.empty() : Optional.of(forgotten(cursor));
        }
        String yaml = cursor.yaml();
        if (grep.isPresent() && !grep.get().matcher(yaml).find()) {
            return Optional.empty();
        }
        return Optional.of(
                switch (format) {
                    case YAML -> yaml(cursor, yaml);
                    case HEX -> yaml(cursor, RecordHex.of(cursor));
                    case JSON -> RecordJson.line(cursor, history);
                });
    }

    private String forgotten(ChannelCursor cursor) {
        if (format == RecordFormat.JSON) {
            return RecordJson.forgotten(cursor, history);
        }
        String subject = cursor.subject().orElseThrow();
        return yaml(
                cursor,
                "# " + cursor.schema().methodName() + " cannot be read: the key of its subject is gone subject="
                        + subject);
    }

    private String yaml(ChannelCursor cursor, String yaml) {
        StringBuilder text = new StringBuilder();
        text.append(Colour.PLACE.paint(
                "--- # " + Index.toText(cursor.index()) + " " + TIME.format(instant(cursor.timeNs())), terminal));
        text.append('\n');
        if (history) {
            hops(text, cursor.history());
        }
        text.append(yaml);
        if (!yaml.endsWith("\n")) {
            text.append('\n');
        }
        return text.toString();
    }

    private void hops(StringBuilder text, History hops) {
        if (hops.olderLeftOut()) {
            text.append(Colour.PLACE.paint("#   (older hops are left out)", terminal))
                    .append('\n');
        }
        for (int hop = 0; hop < hops.size(); hop++) {
            String line = "#   from " + hops.source(hop).name() + " " + index(hops.source(hop), hops.index(hop))
                    + " taken " + TIME.format(instant(hops.timeInNs(hop))) + " written "
                    + SummaryText.duration(Math.max(0, hops.timeOutNs(hop) - hops.timeInNs(hop))) + " later";
            text.append(Colour.PLACE.paint(line, terminal)).append('\n');
        }
    }

    /** Returns the index as its source counts: an index in a journal, or the number of an external item. */
    static String index(Source source, long index) {
        return source.isExternal() ? Long.toString(index) : Index.toText(index);
    }

    static Instant instant(long epochNs) {
        return Instant.ofEpochSecond(
                Math.floorDiv(epochNs, NANOS_PER_SECOND), Math.floorMod(epochNs, NANOS_PER_SECOND));
    }
}
