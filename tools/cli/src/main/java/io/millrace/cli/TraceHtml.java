package io.millrace.cli;

import io.millrace.trace.MessageTrace;
import io.millrace.trace.OtherInputs;
import io.millrace.trace.TraceOutput;
import io.millrace.trace.TraceReading;
import io.millrace.trace.TraceStep;
import io.millrace.trace.TracedMessage;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/**
 * A trace as one page without scripts and without anything to load, in light and dark. The steps are bars on an axis of
 * time: pale while an input waited, solid while a component worked on it. All text of messages is escaped.
 */
final class TraceHtml {
    private static final String STYLE = """
            :root { color-scheme: light dark; --text: #1c2733; --soft: #52606d; --line: #d5dce3; --page: #fff;
                    --panel: #f5f7fa; --work: #2f6db5; --wait: #c3d6ec; --bad: #b42318; }
            @media (prefers-color-scheme: dark) { :root { --text: #e4e9ee; --soft: #a3b0bc; --line: #37424d;
                    --page: #14191f; --panel: #1d242c; --work: #6aa5e6; --wait: #33506f; --bad: #ff8a80; } }
            * { box-sizing: border-box; }
            body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); margin: 0 auto;
                   padding: 1.5rem 1rem 3rem; max-width: 72rem; }
            h1 { font-size: 1.35rem; margin: 0; overflow-wrap: anywhere; }
            h2 { font-size: 1.05rem; margin: 2rem 0 .6rem; }
            code, pre { font: 13px/1.45 ui-monospace, monospace; }
            pre { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .6rem .8rem;
                  margin: .5rem 0; overflow: auto; max-height: 24rem; }
            p { margin: .2rem 0; }
            .soft { color: var(--soft); }
            .bad { color: var(--bad); }
            ol, ul { list-style: none; margin: 0; padding: 0; }
            .step { border-top: 1px solid var(--line); padding: .55rem 0; }
            .row { display: grid; grid-template-columns: minmax(0, 26rem) minmax(0, 1fr); gap: .2rem 1rem;
                   align-items: center; }
            .name { overflow-wrap: anywhere; }
            .bar { display: block; width: 100%; height: 14px; background: var(--panel); border-radius: 3px; }
            .bar .wait { fill: var(--wait); } .bar .work { fill: var(--work); }
            .key { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin: 0 .3em 0 .9em; }
            details > summary { cursor: pointer; color: var(--soft); }
            .tree ul { border-left: 2px solid var(--line); margin: .2rem 0 .2rem .3rem; padding-left: .9rem; }
            .tree li { padding: .2rem 0; overflow-wrap: anywhere; }
            footer { margin-top: 2rem; border-top: 1px solid var(--line); padding-top: .6rem; }
            @media (max-width: 44rem) { .row { grid-template-columns: minmax(0, 1fr); } }
            """;

    private static final double AXIS = 1_000;
    private static final double MIN_WIDTH = 2;

    private final StringBuilder html = new StringBuilder();

    private TraceHtml() {}

    static String of(MessageTrace trace, String command) {
        return new TraceHtml().page(trace, command);
    }

    private String page(MessageTrace trace, String command) {
        TracedMessage message = trace.message();
        html.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        html.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        html.append("<title>").append(escaped(message.position())).append("</title>\n");
        html.append("<style>\n").append(STYLE).append("</style>\n</head>\n<body>\n<main>\n");
        html.append("<h1>").append(escaped(message.position())).append(' ');
        html.append(escaped(TraceWords.call(message))).append("</h1>\n");
        html.append("<p class=\"soft\">Written ")
                .append(TraceWords.time(message.timeNs()))
                .append("</p>\n");
        content(message);
        path(trace.path());
        if (!trace.readings().isEmpty()) {
            html.append("<h2>Outputs</h2>\n<div class=\"tree\">\n");
            readings(trace.readings());
            html.append("</div>\n");
        }
        notes(trace);
        html.append("<footer class=\"soft\"><code>").append(escaped(command)).append("</code></footer>\n");
        return html.append("</main>\n</body>\n</html>\n").toString();
    }

    private void content(TracedMessage message) {
        if (!message.text().isEmpty()) {
            html.append("<pre tabindex=\"0\">").append(escaped(message.text())).append("</pre>\n");
        }
        String content = TraceWords.content(message.content());
        if (!content.isEmpty()) {
            html.append("<p class=\"soft\">").append(content).append(", ");
            html.append(TraceWords.number(message.bytes())).append(" bytes</p>\n");
        }
    }

    private void path(List<TraceStep> steps) {
        OptionalLong total = steps.getLast().sinceStartNs();
        html.append("<h2>Path");
        if (total.isPresent()) {
            html.append(": ").append(TraceWords.duration(total)).append(" from its start");
        }
        html.append("</h2>\n<p class=\"soft\">");
        String origin = TraceWords.origin(steps.getFirst());
        if (!origin.isEmpty()) {
            html.append(escaped(origin)).append(" taken ");
            html.append(TraceWords.time(steps.getFirst().timeInNs())).append('.');
        }
        html.append("<span class=\"key\" style=\"background: var(--wait)\"></span>waiting");
        html.append("<span class=\"key\" style=\"background: var(--work)\"></span>service</p>\n<ol>\n");
        for (TraceStep step : steps) {
            step(step, Math.max(1, total.orElse(1)));
        }
        html.append("</ol>\n");
    }

    private void step(TraceStep step, long totalNs) {
        html.append("<li class=\"step\"><div class=\"row\"><div class=\"name\"><b>");
        html.append(escaped(step.message().position())).append("</b> ");
        html.append(escaped(TraceWords.call(step.message()))).append(" <span class=\"soft\">");
        html.append(escaped(TraceWords.writer(step))).append("</span></div>");
        bar(step, totalNs);
        html.append("<div class=\"soft\">");
        html.append(String.join(", ", TraceWords.times(step.waitingNs(), step.serviceNs())));
        html.append("</div><div class=\"soft\">");
        if (step.sinceStartNs().isPresent()) {
            html.append("written at ").append(TraceWords.duration(step.sinceStartNs()));
        }
        html.append("</div></div>");
        others(step.otherInputs());
        if (!step.message().text().isEmpty()) {
            html.append("<details><summary>message</summary>");
            content(step.message());
            html.append("</details>");
        }
        html.append("</li>\n");
    }

    private void bar(TraceStep step, long totalNs) {
        double end = AXIS * step.sinceStartNs().orElse(0) / totalNs;
        double work = AXIS * step.serviceNs().orElse(0) / totalNs;
        double wait = AXIS * step.waitingNs().orElse(0) / totalNs;
        html.append("<svg class=\"bar\" viewBox=\"0 0 1000 14\" preserveAspectRatio=\"none\" aria-hidden=\"true\">");
        if (step.waitingNs().isPresent()) {
            rectangle("wait", end - work - wait, wait);
        }
        rectangle("work", end - work, work);
        html.append("</svg>");
    }

    private void rectangle(String name, double from, double width) {
        double shown = Math.clamp(width, MIN_WIDTH, AXIS);
        double at = Math.clamp(from, 0, AXIS - shown);
        html.append(String.format(
                Locale.ROOT, "<rect class=\"%s\" x=\"%.1f\" y=\"0\" width=\"%.1f\" height=\"14\"/>", name, at, shown));
    }

    private void others(OtherInputs inputs) {
        String others = TraceWords.otherInputs(inputs);
        if (others.isEmpty()) {
            return;
        }
        html.append("<details><summary>").append(others).append("</summary><div class=\"tree\"><ul>");
        for (TracedMessage input : inputs.inputs()) {
            html.append("<li>").append(escaped(input.position())).append(' ');
            html.append(escaped(TraceWords.call(input)));
            content(input);
            html.append("</li>");
        }
        if (inputs.hasMore() && inputs.total().isPresent()) {
            html.append("<li class=\"soft\">and ");
            html.append(TraceWords.number(
                    inputs.total().getAsLong() - inputs.inputs().size()));
            html.append(" more</li>");
        }
        html.append("</ul></div></details>");
    }

    private void readings(List<TraceReading> readings) {
        html.append("<ul>\n");
        for (TraceReading reading : readings) {
            html.append("<li>").append(escaped(TraceWords.reader(reading))).append(": <b>");
            html.append(TraceWords.state(reading)).append("</b>");
            if (!reading.outputs().isEmpty()) {
                html.append("<ul>\n");
                reading.outputs().forEach(this::output);
                if (reading.hasMore()) {
                    html.append("<li class=\"soft\">and ");
                    html.append(TraceWords.number(
                            reading.total() - reading.outputs().size()));
                    html.append(" more</li>\n");
                }
                html.append("</ul>");
            }
            html.append("</li>\n");
        }
        html.append("</ul>\n");
    }

    private void output(TraceOutput output) {
        html.append("<li><b>").append(escaped(output.message().position())).append("</b> ");
        html.append(escaped(TraceWords.call(output.message()))).append(" <span class=\"soft\">");
        html.append(String.join(", ", TraceWords.times(output.waitingNs(), output.serviceNs())));
        if (output.afterNs().isPresent()) {
            html.append(", ").append(TraceWords.duration(output.afterNs())).append(" after the message");
        }
        html.append("</span>");
        String kind = TraceWords.kind(output);
        if (!kind.isEmpty()) {
            html.append(" <span class=\"bad\">").append(kind).append("</span>");
        }
        html.append("<details><summary>message</summary>");
        content(output.message());
        html.append("</details>");
        if (!output.readings().isEmpty()) {
            readings(output.readings());
        }
        html.append("</li>\n");
    }

    private void notes(MessageTrace trace) {
        if (trace.notes().isEmpty()) {
            return;
        }
        html.append("<h2>").append(trace.complete() ? "Notes" : "Notes: the trace is not complete");
        html.append("</h2>\n<div class=\"tree\"><ul>\n");
        trace.notes().forEach(note -> html.append("<li>").append(escaped(note)).append("</li>\n"));
        html.append("</ul></div>\n");
    }

    /** Returns text in which nothing is markup; control characters, which a page must not hold, become a mark. */
    static String escaped(String text) {
        StringBuilder escaped = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            switch (point) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                case '\n', '\t' -> escaped.append((char) point);
                default -> {
                    boolean isText = !Character.isISOControl(point) && !(point >= 0xD800 && point <= 0xDFFF);
                    escaped.appendCodePoint(isText ? point : 0xFFFD);
                }
            }
        });
        return escaped.toString();
    }
}
