package io.millrace.telemetry;

import io.millrace.topology.MeterInfo;
import io.millrace.topology.MeterKind;
import io.millrace.topology.MeterReader;
import io.millrace.topology.MeterUnit;
import io.millrace.topology.MeterValues;
import java.util.List;
import java.util.Optional;

/** The meters of the export of spans. For one thread. */
final class TelemetryMeters implements MeterReader {

    private static final MeterInfo EXPORTED =
            counter("millrace.spans.exported", MeterUnit.NONE, "spans that the collector has taken");
    private static final MeterInfo FAILURES =
            counter("millrace.spans.failures", MeterUnit.NONE, "batches of spans that did not arrive at once");
    private static final MeterInfo REFUSED =
            counter("millrace.spans.refused", MeterUnit.NONE, "spans left out because the collector refused them");
    private static final MeterInfo LOST =
            counter("millrace.spans.lost", MeterUnit.MESSAGES, "messages removed before they were exported");
    private static final MeterInfo UNREAD = new MeterInfo(
            "millrace.spans.unread",
            MeterKind.GAUGE,
            MeterUnit.MESSAGES,
            "messages whose spans are not exported yet",
            List.of());

    private final Optional<SpanFeed> feed;

    TelemetryMeters(Optional<SpanFeed> feed) {
        this.feed = feed;
    }

    private static MeterInfo counter(String name, MeterUnit unit, String help) {
        return new MeterInfo(name, MeterKind.COUNTER, unit, help, List.of());
    }

    @Override
    public List<MeterInfo> meters() {
        return feed.isPresent() ? List.of(EXPORTED, FAILURES, REFUSED, LOST, UNREAD) : List.of();
    }

    @Override
    public void read(MeterValues to) {
        feed.ifPresent(spans -> {
            to.count(EXPORTED, spans.exported());
            to.count(FAILURES, spans.failures());
            to.count(REFUSED, spans.refused());
            to.count(LOST, spans.lost());
            to.count(UNREAD, spans.unread());
        });
    }
}
