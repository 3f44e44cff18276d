package io.millrace.cli;

import io.millrace.trace.MessageContent;
import io.millrace.trace.OtherInputs;
import io.millrace.trace.OutputKind;
import io.millrace.trace.TraceOutput;
import io.millrace.trace.TraceReading;
import io.millrace.trace.TraceStep;
import io.millrace.trace.TracedMessage;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** The words in which a trace is described, as text and on a page. */
final class TraceWords {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'").withZone(ZoneOffset.UTC);

    /** Characters of a message that is shown on one line. */
    private static final int LINE_CHARS = 100;

    private TraceWords() {}

    static String time(OptionalLong epochNs) {
        return epochNs.isPresent() ? TIME.format(RecordText.instant(epochNs.getAsLong())) : "at an unknown time";
    }

    static String duration(OptionalLong ns) {
        return ns.isPresent() ? SummaryText.duration(ns.getAsLong()) : "";
    }

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Returns the call of a message, or why it is not known. */
    static String call(TracedMessage message) {
        return message.call().orElse("(" + content(message.content()) + ")");
    }

    /** Returns a message on one line: its call and the beginning of its arguments. */
    static String line(TracedMessage message) {
        String text = message.text().strip().replaceAll("\\s+", " ");
        if (text.isEmpty()) {
            return call(message);
        }
        return text.length() <= LINE_CHARS ? text : text.substring(0, LINE_CHARS) + "...";
    }

    static String content(MessageContent content) {
        return switch (content) {
            case WHOLE -> "";
            case SHORTENED -> "shortened";
            case ENCRYPTED -> "encrypted, no keys given";
            case FORGOTTEN -> "its key is missing or was forgotten";
            case NOT_KEPT -> "not kept";
            case REMOVED -> "removed by retention";
            case MISSING -> "cannot be read";
            case DAMAGED -> "damaged";
        };
    }

    /** Returns waiting and service time of a step, as far as they are known. */
    static List<String> times(OptionalLong waitingNs, OptionalLong serviceNs) {
        List<String> times = new ArrayList<>();
        waitingNs.ifPresent(ns -> times.add("waiting " + SummaryText.duration(ns)));
        serviceNs.ifPresent(ns -> times.add("service " + SummaryText.duration(ns)));
        return times;
    }

    /** Returns what a component took besides the triggering input; empty if nothing. */
    static String otherInputs(OtherInputs inputs) {
        if (inputs.total().isEmpty()) {
            return inputs.inputs().isEmpty()
                    ? ""
                    : "other inputs since its previous output, of which some are not known";
        }
        long total = inputs.total().getAsLong();
        return total == 0
                ? ""
                : number(total) + (total == 1 ? " other input" : " other inputs") + " since its previous output";
    }

    /** Returns the source of the first step: what was read outside, or empty. */
    static String origin(TraceStep first) {
        return first.input()
                .filter(input -> input.source().isExternal())
                .map(input -> input.channel() + " item " + input.index())
                .orElse("");
    }

    /** Returns which reader read a message, and where its outputs are. */
    static String reader(TraceReading reading) {
        String name = reading.component().orElse("an unnamed component");
        if (reading.output().isEmpty()) {
            return "position " + name;
        }
        String through =
                reading.through().isEmpty() ? "" : ", through the queue " + String.join(", ", reading.through());
        return name + " (writes " + reading.output().get() + through + ")";
    }

    /** Returns what a reader has done with a message. */
    static String state(TraceReading reading) {
        return switch (reading.state()) {
            case OUTPUTS -> number(reading.total()) + (reading.total() == 1 ? " output" : " outputs");
            case NO_OUTPUT -> "taken, no output";
            case PASSED ->
                reading.output().isEmpty()
                        ? "read"
                        : reading.through().isEmpty()
                                ? "passed: later messages were taken, and nothing names this one"
                                : "no output names it, though later messages have passed the queue";
            case UNREAD ->
                (reading.output().isEmpty() ? "not read yet" : "not taken yet, or no record of it yet") + lag(reading);
            case UNKNOWN -> "not known, see the notes";
        };
    }

    private static String lag(TraceReading reading) {
        if (reading.lag().isEmpty()) {
            return "";
        }
        long lag = reading.lag().getAsLong();
        return "; it is " + (lag == 1 ? "the next message" : number(lag) + " messages from the last one taken");
    }

    /** Returns a word for an output that is no call of the component; empty for a call. */
    static String kind(TraceOutput output) {
        return output.kind() == OutputKind.ERROR
                ? "the component threw"
                : output.kind() == OutputKind.SKIPPED ? "skipped on an order" : "";
    }

    /** Returns the name of a component, or a word for one that is not known. */
    static String writer(TraceStep step) {
        return step.component().map(name -> "by " + name).orElse(step.input().isEmpty() ? "without an input" : "");
    }
}
