package io.millrace.cli;

import io.millrace.trace.MessageTrace;
import io.millrace.trace.TraceOutput;
import io.millrace.trace.TraceReading;
import io.millrace.trace.TraceStep;
import io.millrace.trace.TracedMessage;
import java.util.ArrayList;
import java.util.List;

/** A trace as text for people: the message, the steps to it with their times, its outputs, and what is missing. */
final class TraceText {
    private static final String INDENT = "  ";

    private final Terminal terminal;
    private final StringBuilder text = new StringBuilder();

    TraceText(Terminal terminal) {
        this.terminal = terminal;
    }

    String of(MessageTrace trace) {
        message(trace);
        path(trace);
        if (!trace.readings().isEmpty()) {
            heading("outputs");
            readings(trace.readings(), INDENT);
        }
        if (!trace.notes().isEmpty()) {
            heading(trace.complete() ? "notes" : "notes: the trace is not complete");
            trace.notes().forEach(note -> line(INDENT + printable(note)));
        }
        return text.toString();
    }

    private void message(MessageTrace trace) {
        TracedMessage message = trace.message();
        line(Colour.NAME.paint(printable(message.position()), terminal) + "  " + printable(TraceWords.call(message))
                + "  written " + TraceWords.time(message.timeNs()));
        for (String line : message.text().lines().toList()) {
            line(INDENT + printable(line));
        }
        String content = TraceWords.content(message.content());
        if (!content.isEmpty()) {
            line(INDENT + "(" + content + ", " + TraceWords.number(message.bytes()) + " bytes)");
        }
    }

    private void path(MessageTrace trace) {
        List<TraceStep> steps = trace.path();
        int last = steps.size() - 1;
        String total = TraceWords.duration(steps.get(last).sinceStartNs());
        heading("path" + (total.isEmpty() ? "" : ": " + total + " from its start"));
        String origin = TraceWords.origin(steps.getFirst());
        if (!origin.isEmpty()) {
            line(INDENT + printable(origin) + "  taken "
                    + TraceWords.time(steps.getFirst().timeInNs()));
        }
        List<List<String>> rows = new ArrayList<>();
        for (TraceStep step : steps) {
            List<String> row = new ArrayList<>();
            row.add(printable(step.message().position()));
            row.add(printable(TraceWords.call(step.message())));
            row.add(printable(TraceWords.writer(step)));
            row.add(step.waitingNs().isPresent() ? "waiting " + TraceWords.duration(step.waitingNs()) : "");
            row.add(step.serviceNs().isPresent() ? "service " + TraceWords.duration(step.serviceNs()) : "");
            row.add(step.sinceStartNs().isPresent() ? "at " + TraceWords.duration(step.sinceStartNs()) : "");
            rows.add(row);
        }
        int[] widths = widths(rows);
        for (int step = 0; step <= last; step++) {
            line(INDENT + (step == last ? "└ " : "├ ") + padded(rows.get(step), widths));
            others(steps.get(step), INDENT + (step == last ? "  " : "│ "));
        }
    }

    private void others(TraceStep step, String indent) {
        String others = TraceWords.otherInputs(step.otherInputs());
        if (others.isEmpty()) {
            return;
        }
        line(indent + INDENT + Colour.PLACE.paint(others + ":", terminal));
        for (TracedMessage input : step.otherInputs().inputs()) {
            line(indent
                    + INDENT
                    + INDENT
                    + Colour.PLACE.paint(printable(input.position() + "  " + TraceWords.line(input)), terminal));
        }
        if (step.otherInputs().hasMore() && step.otherInputs().total().isPresent()) {
            long more = step.otherInputs().total().getAsLong()
                    - step.otherInputs().inputs().size();
            line(indent + INDENT + INDENT + Colour.PLACE.paint("and " + TraceWords.number(more) + " more", terminal));
        }
    }

    private void readings(List<TraceReading> readings, String indent) {
        for (int each = 0; each < readings.size(); each++) {
            TraceReading reading = readings.get(each);
            boolean isLast = each == readings.size() - 1;
            line(indent + (isLast ? "└ " : "├ ") + printable(TraceWords.reader(reading)) + ": "
                    + TraceWords.state(reading));
            outputs(reading, indent + (isLast ? "  " : "│ "));
        }
    }

    private void outputs(TraceReading reading, String indent) {
        List<List<String>> rows = new ArrayList<>();
        for (TraceOutput output : reading.outputs()) {
            List<String> row = new ArrayList<>();
            row.add(printable(output.message().position()));
            row.add(printable(TraceWords.call(output.message())));
            row.add(String.join(", ", TraceWords.times(output.waitingNs(), output.serviceNs())));
            row.add(output.afterNs().isPresent() ? TraceWords.duration(output.afterNs()) + " after" : "");
            row.add(TraceWords.kind(output));
            rows.add(row);
        }
        int[] widths = widths(rows);
        for (int each = 0; each < rows.size(); each++) {
            line(indent + INDENT + padded(rows.get(each), widths));
            readings(reading.outputs().get(each).readings(), indent + INDENT + INDENT);
        }
        if (reading.hasMore()) {
            line(indent + INDENT + "and "
                    + TraceWords.number(reading.total() - reading.outputs().size()) + " more");
        }
    }

    private static int[] widths(List<List<String>> rows) {
        int[] widths = new int[rows.isEmpty() ? 0 : rows.getFirst().size()];
        for (List<String> row : rows) {
            for (int column = 0; column < widths.length; column++) {
                widths[column] = Math.max(widths[column], row.get(column).length());
            }
        }
        return widths;
    }

    private static String padded(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < widths.length; column++) {
            if (widths[column] > 0) {
                line.append(row.get(column))
                        .repeat(' ', widths[column] - row.get(column).length() + 2);
            }
        }
        return line.toString().stripTrailing();
    }

    private void heading(String heading) {
        line("");
        line(Colour.NAME.paint(heading, terminal));
    }

    /** Returns text without control characters, with which names and notes could command a terminal. */
    private static String printable(String text) {
        StringBuilder printable = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (Character.isISOControl(point)) {
                printable.append('?');
            } else {
                printable.appendCodePoint(point);
            }
        });
        return printable.toString();
    }

    private void line(String line) {
        text.append(line).append('\n');
    }
}
