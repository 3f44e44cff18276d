package io.millrace.examples.alarms;

import io.millrace.service.Snapshotting;
import io.millrace.wire.Refused;
import java.util.Map;
import java.util.TreeMap;

/**
 * Numbers the alarms: one begins when a value reaches the high limit, and ends when it comes back to the low one. The
 * distance between the two, the hysteresis, keeps a value that trembles around a limit from giving an alarm each time.
 */
public final class Threshold implements Readings, Limits, Snapshotting<ThresholdState>, ThresholdState {
    private static final Limit USUAL = new Limit(75, 65);
    private static final int MOST_SENSORS = 10_000;
    private static final int LONGEST_NAME = 100;

    private final Crossings out;
    private final Map<String, Limit> limits = new TreeMap<>();

    /** The alarm of each sensor that has one. */
    private final Map<String, Long> alarms = new TreeMap<>();

    private long newest;

    /** Takes the output. */
    public Threshold(Crossings out) {
        this.out = out;
    }

    @Override
    public void reading(Reading reading) {
        Limit limit = limitOf(reading.sensor());
        Long alarm = alarms.get(reading.sensor());
        if (alarm == null && reading.value() >= limit.high()) {
            alarms.put(reading.sensor(), ++newest);
            out.exceeded(newest, reading);
        } else if (alarm != null && reading.value() <= limit.low()) {
            alarms.remove(reading.sensor());
            out.returned(alarm, reading);
        }
    }

    @Override
    public Limit limit(String sensor, Limit limit) {
        if (sensor == null || sensor.isBlank() || sensor.length() > LONGEST_NAME) {
            throw new Refused("the name of a sensor has 1 to " + LONGEST_NAME + " characters sensor=" + sensor);
        }
        if (limit == null || !Double.isFinite(limit.high()) || !(limit.low() <= limit.high())) {
            throw new Refused("the low limit is at most the high one limit=" + limit);
        }
        if (limits.size() >= MOST_SENSORS && !limits.containsKey(sensor)) {
            throw new Refused("too many sensors have limits sensor=" + sensor + " most=" + MOST_SENSORS);
        }
        Limit before = limitOf(sensor);
        limits.put(sensor, limit);
        return before;
    }

    @Override
    public Limit limitOf(String sensor) {
        return limits.getOrDefault(String.valueOf(sensor), USUAL);
    }

    @Override
    public Class<ThresholdState> snapshotType() {
        return ThresholdState.class;
    }

    @Override
    public void snapshot(ThresholdState state) {
        state.newest(newest);
        limits.forEach((sensor, limit) -> state.sensor(sensor, limit, 0));
        alarms.forEach((sensor, alarm) -> state.sensor(sensor, limitOf(sensor), alarm));
    }

    @Override
    public void sensor(String sensor, Limit limit, long alarm) {
        if (alarm == 0) {
            limits.put(sensor, limit);
        } else {
            alarms.put(sensor, alarm);
        }
    }

    @Override
    public void newest(long alarm) {
        newest = alarm;
    }
}
