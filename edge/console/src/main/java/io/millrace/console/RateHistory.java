package io.millrace.console;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The messages a second of each channel over a time: means of equal steps, in arrays that never grow. Of {@value
 * #MAX_CHANNELS} channels at most, 4 bytes each for a step. One thread adds; any thread reads.
 */
final class RateHistory {

    static final int MAX_CHANNELS = 512;

    private final int stepSeconds;
    private final long[] times;
    private final Map<String, float[]> series = new HashMap<>();
    private final Map<String, Double> sums = new HashMap<>();
    private int size;
    private int next;
    private long step = -1;
    private int samples;

    /**
     * Creates an empty history.
     *
     * @param stepSeconds the length of a step
     * @param steps how many steps are kept
     */
    RateHistory(int stepSeconds, int steps) {
        this.stepSeconds = stepSeconds;
        this.times = new long[steps];
    }

    int stepSeconds() {
        return stepSeconds;
    }

    /** Adds the rates of a moment, in seconds since 1970. A clock that was set back begins anew. */
    synchronized void add(long second, Map<String, Double> rates) {
        long now = second - Math.floorMod(second, stepSeconds);
        if (now != step) {
            finish();
            if (now < step) {
                size = 0;
                next = 0;
                series.clear();
            }
            step = now;
        }
        samples++;
        rates.forEach((name, rate) -> sums.merge(name, rate, Double::sum));
    }

    private void finish() {
        if (samples == 0) {
            return;
        }
        sums.keySet().forEach(name -> {
            if (!series.containsKey(name) && hasSpace()) {
                float[] values = new float[times.length];
                Arrays.fill(values, Float.NaN);
                series.put(name, values);
            }
        });
        times[next] = step;
        series.forEach((name, values) -> {
            Double sum = sums.get(name);
            values[next] = sum == null ? Float.NaN : (float) (sum / samples);
        });
        next = (next + 1) % times.length;
        size = Math.min(times.length, size + 1);
        sums.clear();
        samples = 0;
    }

    /** Returns whether one more channel can be kept; channels that are gone make space for those that are there. */
    private boolean hasSpace() {
        if (series.size() == MAX_CHANNELS) {
            series.keySet().retainAll(sums.keySet());
        }
        return series.size() < MAX_CHANNELS;
    }

    /**
     * Writes the times of the steps, in seconds since 1970, and the rates of the channels that had most, with nothing
     * where a rate is not known.
     *
     * @param most how many channels at most
     */
    synchronized void writeBusiest(Json json, int most) {
        Map<String, Double> totals = new HashMap<>();
        series.forEach((name, values) -> totals.put(name, total(values)));
        write(
                json,
                totals.entrySet().stream()
                        .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                                .thenComparing(Map.Entry.comparingByKey()))
                        .limit(most)
                        .map(Map.Entry::getKey)
                        .toList());
    }

    private double total(float... values) {
        double total = 0;
        for (int i = 0; i < size; i++) {
            total += Float.isNaN(values[i]) ? 0 : values[i];
        }
        return total;
    }

    /** Writes the same of one channel, no rates where there are none of it. */
    synchronized void write(Json json, String name) {
        write(json, series.containsKey(name) ? List.of(name) : List.of());
    }

    private void write(Json json, List<String> names) {
        int first = Math.floorMod(next - size, times.length);
        json.field("stepSeconds", stepSeconds);
        json.array("seconds", () -> {
            for (int i = 0; i < size; i++) {
                json.value(times[(first + i) % times.length]);
            }
        });
        json.object("rates", () -> {
            for (String name : names) {
                float[] values = series.get(name);
                json.array(name, () -> {
                    for (int i = 0; i < size; i++) {
                        json.value((double) values[(first + i) % times.length]);
                    }
                });
            }
        });
    }
}
