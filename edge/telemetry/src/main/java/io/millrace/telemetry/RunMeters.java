package io.millrace.telemetry;

import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.service.CloseAll;
import io.millrace.service.ErrorReports;
import io.millrace.service.Severity;
import io.millrace.topology.MeterReader;
import io.millrace.topology.MeterSource;
import io.millrace.topology.SectionContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The meters of one run. A thread of its own reads them every second, so that what a scrape costs the run does not
 * depend on how many programs scrape.
 */
final class RunMeters implements AutoCloseable {

    static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final long EVERY_MS = 1_000;
    private static final long JOIN_MS = 10_000;

    private final SectionContext context;
    private final PrometheusMeterRegistry registry;
    private final MeterStore store;
    private final List<MeterReader> readers = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private Thread thread;
    private String reported = "";
    private volatile String error;
    private volatile int series;

    RunMeters(SectionContext context) {
        this.context = context;
        this.registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        this.store = new MeterStore(
                registry, List.of(Tag.of("topology", context.topology().name())), System::nanoTime);
    }

    /**
     * Opens the meters of all modules and begins to read them.
     *
     * @param own the meters of telemetry itself
     */
    void start(MeterReader own) {
        try {
            add(own);
            for (MeterSource source : sources()) {
                add(source.open(context));
            }
            for (MeterSource source : context.meters()) {
                add(source.open(context));
            }
        } catch (RuntimeException | Error e) {
            closeReaders();
            throw e;
        }
        thread = Thread.ofPlatform().daemon().name("millrace-meters").start(this::run);
    }

    private static List<MeterSource> sources() {
        try {
            List<MeterSource> sources = new ArrayList<>();
            ServiceLoader.load(MeterSource.class).forEach(sources::add);
            return sources;
        } catch (ServiceConfigurationError e) {
            throw new TelemetryException("cannot load a source of meters: " + e.getMessage(), e);
        }
    }

    private void add(MeterReader reader) {
        readers.add(reader);
        store.add(reader.meters());
    }

    private void run() {
        try {
            do {
                readAll();
            } while (!ended.await(EVERY_MS, TimeUnit.MILLISECONDS));
        } catch (InterruptedException _) {
            // Only close ends the thread.
        } finally {
            closeReaders();
        }
    }

    private void readAll() {
        store.begin();
        String wrong = null;
        for (MeterReader reader : readers) {
            try {
                reader.read(store);
            } catch (Throwable e) { // of a module that this one does not know
                wrong = ErrorReports.text(e);
                report(wrong, e);
            }
        }
        store.end();
        series = store.series();
        error = wrong;
    }

    private void report(String text, Throwable cause) {
        if (!text.equals(reported)) {
            reported = text;
            context.report(Severity.WARNING, new TelemetryException("cannot read all meters: " + text, cause));
        }
    }

    private void closeReaders() {
        try {
            CloseAll.run(
                    readers.stream().map(reader -> (Runnable) reader::close).toList());
        } catch (Throwable e) { // of a module that this one does not know
            report(ErrorReports.text(e), e);
        }
    }

    /** Returns the meters as Prometheus reads them. */
    String text() {
        return store.text();
    }

    int series() {
        return series;
    }

    /** Returns why the last reading is not whole. */
    Optional<String> error() {
        return Optional.ofNullable(error);
    }

    /** Ends the thread and waits for it. */
    @Override
    public void close() {
        ended.countDown();
        if (thread != null) {
            Threads.join(thread, JOIN_MS);
        }
        registry.close();
    }
}
