package io.millrace.cli;

import io.millrace.channel.ChannelCursor;
import io.millrace.journal.Index;
import io.millrace.journal.SeekResult;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine.Option;

/** The common options of {@code dump} and {@code tail}. */
final class RecordOptions {
    /** The value of {@code --from} for the opening of the period in force. */
    private static final String PERIOD = "period";

    /** An index, or the number that stands for it in Java and in tables of outcomes; errors put the channel first. */
    private static final Pattern INDEX = Pattern.compile("(.+@)?([0-9]+([.][0-9]+)?:)?[0-9]+");

    @Option(
            names = "--format",
            paramLabel = "yaml|json|hex",
            description = "A YAML document, a line of JSON, or the bytes for each message: their offset in the segment "
                    + "file, which field they are, and what they say (default: yaml).")
    private RecordFormat format;

    @Option(names = "--hex", description = "Short for --format hex.")
    private boolean hex;

    @Option(
            names = "--from",
            paramLabel = "INDEX|TIME|period",
            description =
                    "Begin at an index such as 0:4096 or bars@0:4096, at the opening of the present period, or at "
                            + "the first message of a time such as 2026-03-01, 2026-03-01T12:30:00 (both UTC) or "
                            + "2026-03-01T12:30:00+01:00.")
    private String from;

    @Option(
            names = "--grep",
            paramLabel = "REGEX",
            description = "Show only messages whose text, as YAML, has a match of this regular expression.")
    private String grep;

    @Option(names = "--history", description = "Show the hops that led to each message.")
    private boolean history;

    @Option(
            names = "--color",
            paramLabel = "auto|always|never",
            defaultValue = "auto",
            description = "Whether the index and time of a message are dimmed (default: auto, on a terminal).")
    private ColourMode colour;

    /** The time of {@code --from}; a seek by time ends up at or somewhat before the first message of that time. */
    private long fromNs = Long.MIN_VALUE;

    /** Returns the printer that these options select. */
    RecordText text(Console console) {
        if (hex && format != null && format != RecordFormat.HEX) {
            throw new InputException("--hex means --format hex and cannot be used with another format format="
                    + format.name().toLowerCase(Locale.ROOT));
        }
        RecordFormat given = format == null ? RecordFormat.YAML : format;
        return new RecordText(
                hex ? RecordFormat.HEX : given,
                history,
                pattern(),
                console.terminal().withColours(colour));
    }

    private Optional<Pattern> pattern() {
        try {
            return Optional.ofNullable(grep).map(Pattern::compile);
        } catch (PatternSyntaxException e) {
            throw new InputException(
                    "--grep is not a regular" + " expression reason='" + e.getDescription() + "' grep=" + grep, e);
        }
    }

    boolean hasFrom() {
        return from != null;
    }

    /** Positions the cursor at the first message that {@code --from} selects. */
    void seek(ChannelCursor cursor) {
        if (from == null) {
            return;
        }
        if (from.equals(PERIOD)) {
            cursor.toPeriod();
        } else if (INDEX.matcher(from).matches()) {
            SeekResult result = cursor.seek(index(cursor.channel()));
            if (result != SeekResult.FOUND) {
                throw new InputException("--from names no message" + reason(result) + " from=" + from + " lastIndex="
                        + Index.toText(cursor.lastIndex()));
            }
        } else {
            Instant time = time(from);
            fromNs = epochNs(time);
            cursor.seekTime(time);
        }
    }

    /** Returns whether the cursor's call is at or after the position of {@code --from}. */
    boolean reached(ChannelCursor cursor) {
        if (cursor.timeNs() < fromNs) {
            return false;
        }
        fromNs = Long.MIN_VALUE;
        return true;
    }

    private static long epochNs(Instant time) {
        try {
            return Math.addExact(Math.multiplyExact(time.getEpochSecond(), 1_000_000_000L), time.getNano());
        } catch (ArithmeticException e) {
            throw new InputException("--from is out of range from=" + time, e);
        }
    }

    private static String reason(SeekResult result) {
        return switch (result) {
            case BEFORE_START -> "; retention has removed it";
            case BEYOND_END -> "; it is after the last message";
            case NOT_A_FRAME -> "; no message begins there";
            case OTHER_EPOCH -> "; its segment is of another epoch";
            case FOUND -> "";
        };
    }

    /** Takes each form in which an index is printed: alone, and after the name of its channel. */
    private long index(String channel) {
        int at = from.lastIndexOf('@');
        if (at >= 0 && !from.substring(0, at).equals(channel)) {
            throw new InputException("--from is an index in another channel from=" + from + " channel=" + channel);
        }
        try {
            String index = from.substring(at + 1);
            return index.indexOf(':') < 0 ? Long.parseLong(index) : Index.parse(index);
        } catch (RuntimeException e) {
            throw new InputException("--from is not an index from=" + from + "; " + e.getMessage(), e);
        }
    }

    private static Instant time(String text) {
        try {
            if (text.length() <= "2026-03-01".length()) {
                return LocalDate.parse(text).atStartOfDay().toInstant(ZoneOffset.UTC);
            }
            String time = text.replace(' ', 'T');
            boolean zoned = time.matches(".*(Z|[+-][0-9]{2}(:?[0-9]{2})?)")
                    && time.indexOf('T') > 0
                    && time.substring(time.indexOf('T')).matches(".*[Z+-].*");
            return zoned
                    ? OffsetDateTime.parse(time).toInstant()
                    : LocalDateTime.parse(time).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw new InputException(
                    "--from is not an index such as 0:4096, a time or the word period from=" + text, e);
        }
    }
}
