package io.millrace.telemetry;

import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.exporter.internal.FailedExportException.HttpExportException;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Sends batches of spans to a collector, one at a time. For one thread. */
final class SpanClient implements AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final long STEP_MS = 50;

    /** Statuses about the content of a request, which is the same when it is repeated. */
    private static final Set<Integer> REFUSING = Set.of(400, 413, 422);

    private final OtlpSpec otlp;
    private final Map<String, String> headers;
    private SpanExporter exporter;

    SpanClient(OtlpSpec otlp, Map<String, String> headers) {
        this.otlp = otlp;
        this.headers = Map.copyOf(headers);
    }

    String endpoint() {
        return otlp.endpoint();
    }

    /**
     * Sends a batch and waits for the answer.
     *
     * @param batch the spans
     * @param gaveUp whether to wait no longer
     * @return what became of it
     */
    SpanAnswer send(List<SpanData> batch, BooleanSupplier gaveUp) {
        try {
            if (exporter == null) {
                exporter = exporter();
            }
            CompletableResultCode result = exporter.export(batch);
            long endNs = System.nanoTime() + TIMEOUT.plusSeconds(5).toNanos();
            while (!result.isDone() && System.nanoTime() < endNs && !gaveUp.getAsBoolean()) {
                result.join(STEP_MS, TimeUnit.MILLISECONDS);
            }
            return result.isSuccess() ? SpanAnswer.ARRIVED : failure(result);
        } catch (RuntimeException | LinkageError e) {
            return SpanAnswer.later(e.toString());
        }
    }

    private static SpanAnswer failure(CompletableResultCode result) {
        if (!result.isDone()) {
            return SpanAnswer.later("no answer in time");
        }
        Throwable error = result.getFailureThrowable();
        if (error instanceof HttpExportException http && http.getResponse() != null) {
            int status = http.getResponse().getStatusCode();
            String reason = "the collector has answered status=" + status;
            return REFUSING.contains(status) ? SpanAnswer.refused(reason) : SpanAnswer.later(reason);
        }
        return SpanAnswer.later(
                error == null || error.getCause() == null
                        ? "the collector has answered with an error"
                        : error.getCause().toString());
    }

    private SpanExporter exporter() {
        OtlpHttpSpanExporterBuilder builder = OtlpHttpSpanExporter.builder()
                .setEndpoint(otlp.endpoint())
                .setTimeout(TIMEOUT)
                .setConnectTimeout(TIMEOUT)
                .setMeterProvider(MeterProvider.noop())
                // The caller repeats a batch, with the position in mind.
                .setRetryPolicy(null);
        headers.forEach(builder::addHeader);
        return builder.build();
    }

    @Override
    public void close() {
        if (exporter != null) {
            exporter.shutdown().join(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
            exporter = null;
        }
    }
}
