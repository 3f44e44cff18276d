package io.millrace.telemetry;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.millrace.topology.MeterInfo;
import io.millrace.topology.MeterKind;
import io.millrace.topology.MeterUnit;
import io.millrace.topology.MeterValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The time series of the meters of one run in a registry of Micrometer. A series is made when it first has a value; the
 * labels bound their number. One thread writes.
 */
final class MeterStore implements MeterValues {

    static final int MAX_SERIES = 20_000;

    private final PrometheusMeterRegistry registry;
    private final List<Tag> commonTags;
    private final LongSupplier nanoClock;
    private final Map<String, MeterInfo> infos = new HashMap<>();
    private final Map<List<String>, MeterSample> samples = new HashMap<>();
    private final Map<List<String>, DurationSeries> timers = new HashMap<>();

    /** The durations by meter, and there by their labels as text, for the threads that scrape. */
    private final Map<MeterInfo, Map<String, DurationSeries>> durations =
            Collections.synchronizedMap(new LinkedHashMap<>());

    private final List<MeterSample> gauges = new ArrayList<>();
    private long reading;

    MeterStore(PrometheusMeterRegistry registry, List<Tag> commonTags, LongSupplier nanoClock) {
        this.registry = registry;
        this.commonTags = commonTags;
        this.nanoClock = nanoClock;
        registry.config().commonTags(commonTags);
    }

    /** Adds meters; refuses a name that another source has. */
    void add(List<MeterInfo> meters) {
        for (MeterInfo meter : meters) {
            if (infos.putIfAbsent(meter.name(), meter) != null) {
                throw new TelemetryException("two meters have the same name meter=" + meter.name());
            }
        }
    }

    /** Begins a reading. */
    void begin() {
        reading++;
    }

    /** Ends a reading: gauges that were not set have no value. */
    void end() {
        gauges.forEach(gauge -> gauge.forget(reading));
    }

    int series() {
        return samples.size() + timers.size();
    }

    @Override
    public void set(MeterInfo meter, double value, String... labels) {
        List<String> key = key(meter, labels);
        if (meter.kind() == MeterKind.TIMER) {
            throw new TelemetryException("a timer takes durations, not values meter=" + meter.name());
        }
        MeterSample sample = samples.get(key);
        if (sample == null) {
            checkSpace(meter);
            sample = new MeterSample();
            sample.set(value, reading);
            register(meter, sample, tags(meter, labels));
            samples.put(key, sample);
        }
        sample.set(value, reading);
    }

    @Override
    public void record(MeterInfo meter, long nanos, String... labels) {
        List<String> key = key(meter, labels);
        if (meter.kind() != MeterKind.TIMER) {
            throw new TelemetryException("a meter that is no timer takes no durations meter=" + meter.name());
        }
        DurationSeries timer = timers.get(key);
        if (timer == null) {
            checkSpace(meter);
            timer = new DurationSeries(nanoClock);
            durations.computeIfAbsent(meter, _ -> new ConcurrentSkipListMap<>()).put(text(tags(meter, labels)), timer);
            timers.put(key, timer);
        }
        timer.record(nanos);
    }

    /** Returns all meters in the text format of Prometheus; any thread. */
    String text() {
        StringBuilder text = new StringBuilder(registry.scrape());
        Map<MeterInfo, Map<String, DurationSeries>> all;
        synchronized (durations) {
            all = new LinkedHashMap<>(durations);
        }
        all.forEach((meter, series) -> {
            String name = registry.config().namingConvention().name(meter.name(), Meter.Type.TIMER, "seconds");
            family(text, name, meter.help(), "summary");
            series.forEach((labels, timer) -> timer.writeSummary(text, name, labels));
            family(text, name + "_max", meter.help(), "gauge");
            series.forEach((labels, timer) -> timer.writeGreatest(text, name + "_max", labels));
        });
        return text.toString();
    }

    private static void family(StringBuilder text, String name, String help, String type) {
        String escaped = help.replace("\\", "\\\\").replace("\n", "\\n");
        text.append("# HELP ").append(name).append(' ').append(escaped).append('\n');
        text.append("# TYPE ").append(name).append(' ').append(type).append('\n');
    }

    /** Returns tags and those of all meters as the text format has them, in alphabetical order. */
    private String text(List<Tag> tags) {
        return Stream.concat(tags.stream(), commonTags.stream())
                .sorted(Comparator.comparing(Tag::getKey))
                .map(tag -> registry.config().namingConvention().tagKey(tag.getKey()) + "=\""
                        + tag.getValue()
                                .replace("\\", "\\\\")
                                .replace("\"", "\\\"")
                                .replace("\n", "\\n")
                        + "\"")
                .collect(Collectors.joining(","));
    }

    private List<String> key(MeterInfo meter, String[] labels) {
        if (!meter.equals(infos.get(meter.name()))) {
            throw new TelemetryException("a value is of a meter that its source does not have meter=" + meter.name());
        }
        if (labels.length != meter.labels().size()) {
            throw new TelemetryException("a value has another number of labels than its meter meter=" + meter.name()
                    + " labels=" + Arrays.toString(labels));
        }
        List<String> key = new ArrayList<>(labels.length + 1);
        key.add(meter.name());
        for (int i = 0; i < labels.length; i++) {
            if (!meter.labels().get(i).values().contains(labels[i])) {
                throw new TelemetryException("a label cannot have this value meter=" + meter.name() + " label="
                        + meter.labels().get(i).name() + " value=" + labels[i]);
            }
            key.add(labels[i]);
        }
        return key;
    }

    private void checkSpace(MeterInfo meter) {
        if (series() >= MAX_SERIES) {
            throw new TelemetryException("there are too many time series meter=" + meter.name() + " max=" + MAX_SERIES);
        }
    }

    private static List<Tag> tags(MeterInfo meter, String[] labels) {
        List<Tag> tags = new ArrayList<>();
        for (int i = 0; i < labels.length; i++) {
            tags.add(Tag.of(meter.labels().get(i).name(), labels[i]));
        }
        return tags;
    }

    private void register(MeterInfo meter, MeterSample sample, List<Tag> tags) {
        String unit =
                meter.unit() == MeterUnit.NONE ? null : meter.unit().name().toLowerCase(Locale.ROOT);
        if (meter.kind() == MeterKind.COUNTER) {
            FunctionCounter.builder(meter.name(), sample, MeterSample::value)
                    .description(meter.help())
                    .baseUnit(unit)
                    .tags(tags)
                    .register(registry);
        } else {
            gauges.add(sample);
            Gauge.builder(meter.name(), sample, MeterSample::value)
                    .description(meter.help())
                    .baseUnit(unit)
                    .tags(tags)
                    .register(registry);
        }
    }
}
