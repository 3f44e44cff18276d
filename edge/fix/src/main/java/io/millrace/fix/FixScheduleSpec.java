package io.millrace.fix;

import java.time.DayOfWeek;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * When a session is open, as a topology says it: each of the days, or once a week from a day to a day.
 *
 * @param start the time of day at which it opens
 * @param end the time of day at which it closes
 * @param zone the zone of the start
 * @param endZone the zone of the end
 * @param days the days on which it opens; of a weekly session the one day
 * @param endDay the day on which a weekly session closes; empty for a daily one
 */
public record FixScheduleSpec(
        LocalTime start, LocalTime end, ZoneId zone, ZoneId endZone, Set<DayOfWeek> days, Optional<DayOfWeek> endDay) {

    /** Takes copies. */
    public FixScheduleSpec {
        days = Set.copyOf(days);
    }

    FixSchedule schedule() {
        FixSchedule.Clock opens = new FixSchedule.Clock(start, zone);
        FixSchedule.Clock closes = new FixSchedule.Clock(end, endZone);
        return endDay.map(day -> FixSchedule.weekly(days.iterator().next(), opens, day, closes))
                .orElseGet(() -> FixSchedule.daily(opens, closes, EnumSet.copyOf(days)));
    }
}
