package io.millrace.examples.alarms;

import java.time.Instant;

/**
 * An alarm.
 *
 * @param number its number, from 1
 * @param sensor the sensor
 * @param value the value with which it began
 * @param at when it began
 * @param condition where the value is
 * @param attention what people have done
 * @param by the operator who has acknowledged it; empty before
 * @param note the newest note; empty without one
 */
public record Alarm(
        long number,
        String sensor,
        double value,
        Instant at,
        Condition condition,
        Attention attention,
        String by,
        String note) {

    /** Returns a new alarm. */
    public static Alarm of(long number, Reading reading) {
        return new Alarm(
                number, reading.sensor(), reading.value(), reading.at(), Condition.HIGH, Attention.WAITING, "", "");
    }

    /** Returns this alarm when its value has come back. */
    public Alarm normal() {
        return new Alarm(number, sensor, value, at, Condition.NORMAL, attention, by, note);
    }

    /** Returns this alarm when no operator has acknowledged it in time. */
    public Alarm escalated() {
        return new Alarm(number, sensor, value, at, condition, Attention.ESCALATED, by, note);
    }

    /** Returns this alarm when an operator takes care of it. */
    public Alarm acknowledged(String operator) {
        return new Alarm(number, sensor, value, at, condition, Attention.ACKNOWLEDGED, operator, note);
    }

    /** Returns this alarm with another note. */
    public Alarm noted(String text) {
        return new Alarm(number, sensor, value, at, condition, attention, by, text);
    }

    /** Returns whether it is over. */
    public boolean isOver() {
        return condition == Condition.NORMAL && attention == Attention.ACKNOWLEDGED;
    }
}
