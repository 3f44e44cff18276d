package io.millrace.load;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.millrace.measure.LatencySummary;
import io.millrace.measure.Rate;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/** The report as JSON. Times are whole nanoseconds; a percentile of nothing is null. */
final class LoadJson {
    private LoadJson() {}

    static String of(LoadReport report) {
        StringWriter text = new StringWriter();
        DefaultIndenter indenter = new DefaultIndenter("  ", "\n");
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.setPrettyPrinter(new DefaultPrettyPrinter().withObjectIndenter(indenter));
            json.writeStartObject();
            head(json, report);
            times(json, report.result().times());
            json.writeObjectFieldStart("operations");
            for (KindTimes kind : report.result().kinds()) {
                json.writeObjectFieldStart(kind.name());
                times(json, kind.completed());
                json.writeObjectFieldStart("failed");
                times(json, kind.failed());
                json.writeEndObject();
                json.writeEndObject();
            }
            json.writeEndObject();
            rest(json, report.result());
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write report as JSON", e);
        }
        return text.append('\n').toString();
    }

    private static void head(JsonGenerator json, LoadReport report) throws IOException {
        LoadOptions options = report.options();
        LoadResult result = report.result();
        json.writeStringField("target", report.target());
        json.writeStringField("mode", options.mode().name().toLowerCase(Locale.ROOT));
        json.writeFieldName("rate");
        OptionalDouble rate =
                options.rate().stream().mapToDouble(Rate::perSecond).findFirst();
        if (rate.isPresent()) {
            json.writeNumber(rate.getAsDouble());
        } else {
            json.writeNull();
        }
        json.writeStringField(
                "headline", options.mode().hasSchedule() ? options.mode().headline() : "throughput");
        json.writeNumberField("threads", options.threads());
        json.writeNumberField("durationNs", options.durationNs());
        json.writeNumberField("elapsedNs", result.elapsedNs());
        json.writeNumberField("due", result.due());
        json.writeNumberField("completed", result.completed());
        json.writeNumberField("failed", result.failed());
        json.writeNumberField("unfinished", result.unfinished());
        json.writeNumberField("unissued", result.unissued());
        json.writeNumberField("unmatched", result.unmatched());
        json.writeNumberField("throughput", result.throughput());
    }

    private static void rest(JsonGenerator json, LoadResult result) throws IOException {
        summary(json, "failedResponse", result.failedTimes().response());
        summary(json, "unfinishedAge", result.unfinishedAges());
        summary(json, "unissuedAge", result.unissuedAges());
        summary(json, "responseWithAges", result.responseWithAges());
        summary(json, "gc", result.gc());
        summary(json, "hiccup", result.hiccups());
        Concurrency concurrency = result.concurrency();
        json.writeObjectFieldStart("concurrency");
        json.writeNumberField("needed", concurrency.needed());
        json.writeNumberField("inFlight", concurrency.inFlight());
        json.writeNumberField("allowed", concurrency.allowed());
        json.writeNumberField("perSecond", concurrency.perSecond());
        json.writeNumberField("meanServiceNs", concurrency.meanServiceNs());
        json.writeEndObject();
        ScheduleKept schedule = result.schedule();
        json.writeObjectFieldStart("schedule");
        json.writeBooleanField("kept", schedule.kept());
        json.writeNumberField("late", schedule.late());
        json.writeNumberField("busyShare", schedule.busyShare());
        json.writeNumberField("fullShare", schedule.fullShare());
        json.writeNumberField("wokenShare", schedule.wokenShare());
        json.writeNumberField("insideShare", schedule.insideShare());
        json.writeEndObject();
        json.writeNumberField("issuerCpuNs", result.cost().cpuNs());
        json.writeNumberField("issuerAllocatedBytes", result.cost().allocatedBytes());
        json.writeArrayFieldStart("failures");
        for (FailureReason reason : result.reasons()) {
            json.writeStartObject();
            json.writeStringField("reason", reason.text());
            json.writeNumberField("count", reason.count());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void times(JsonGenerator json, Times times) throws IOException {
        summary(json, "response", times.response());
        summary(json, "service", times.service());
        summary(json, "wait", times.waiting());
    }

    private static void summary(JsonGenerator json, String name, Histogram histogram) throws IOException {
        LatencySummary summary = LatencySummary.of(histogram);
        json.writeObjectFieldStart(name);
        json.writeNumberField("count", summary.count());
        value(json, "p50", summary.count(), summary.p50Ns());
        value(json, "p90", summary.count(), summary.p90Ns());
        value(json, "p99", summary.count(), summary.p99Ns());
        value(json, "p99_9", summary.count(), summary.p999Ns());
        value(json, "p99_99", summary.count(), summary.p9999Ns());
        value(json, "max", summary.count(), summary.maxNs());
        json.writeEndObject();
    }

    private static void value(JsonGenerator json, String name, long count, long ns) throws IOException {
        if (count == 0) {
            json.writeNullField(name);
        } else {
            json.writeNumberField(name, ns);
        }
    }
}
