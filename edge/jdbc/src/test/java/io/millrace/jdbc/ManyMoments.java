package io.millrace.jdbc;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.StringJoiner;

/** Stores moments in columns with and without a zone, and prints what all its predecessors have stored there. */
final class ManyMoments {
    private static final List<Instant> MOMENTS = List.of(
            Instant.parse("2024-03-31T02:30:00Z"),
            Instant.parse("2024-03-10T02:30:00Z"),
            Instant.parse("2024-10-27T01:30:00.5Z"),
            Instant.parse("2011-12-30T12:00:00Z"),
            Instant.parse("1883-11-18T17:00:00.000001Z"),
            Instant.parse("1582-10-10T00:00:00Z"),
            Instant.parse("1500-02-28T23:59:59Z"),
            Instant.parse("0001-01-01T00:00:00Z"),
            Instant.parse("-0043-03-15T00:00:00Z"),
            Instant.parse("+12345-06-07T08:09:10Z"));

    private ManyMoments() {}

    /** A row of the table. */
    public record Moment(
            int number,
            Instant plain,
            Instant zoned,
            LocalDateTime local,
            LocalDateTime zonedLocal,
            java.time.LocalDate theDay,
            java.time.LocalTime theHour) {
        /** What does not fit a line is left out. */
        @Override
        public String toString() {
            return number + " " + plain + " " + zoned + " " + local + " " + zonedLocal + " " + theDay + " " + theHour;
        }
    }

    private static Moment moment(int number) {
        Instant at = MOMENTS.get(number);
        LocalDateTime local = LocalDateTime.ofInstant(at, ZoneOffset.UTC);
        return new Moment(number, at, at, local, local, local.toLocalDate(), local.toLocalTime());
    }

    static String expected(int processes) {
        StringJoiner lines = new StringJoiner("\n");
        for (int number = 0; number < MOMENTS.size(); number++) {
            for (int process = 0; process < processes; process++) {
                lines.add(moment(number).toString());
            }
        }
        return lines.toString();
    }

    public static void main(String[] arguments) {
        TestDatabase database = new Remote(arguments[0], arguments[1], arguments[2]);
        int process = Integer.parseInt(arguments[3]);
        long request = process * 100L;
        try (Conversation gateway = new Conversation(database, "zones", Moment.class).open()) {
            gateway.update(
                    GatewayContract.at(++request),
                    "create table if not exists moments (number int, plain timestamp, zoned timestamp with time zone,"
                            + " local timestamp, zoned_local timestamp with time zone, the_day date,"
                            + " the_hour time(6))");
            for (int number = 0; number < MOMENTS.size(); number++) {
                Moment moment = moment(number);
                gateway.update(
                        GatewayContract.at(++request),
                        "insert into moments values (?, ?, ?, ?, ?, ?, ?)",
                        number,
                        moment.plain(),
                        moment.zoned(),
                        moment.local(),
                        moment.zonedLocal(),
                        moment.theDay(),
                        moment.theHour());
            }
            gateway.query(GatewayContract.at(++request), "select * from moments order by number", "Moment");
            gateway.commit();
            gateway.published().stream()
                    .filter(line -> line.startsWith("thrown"))
                    .forEach(System.out::println);
            gateway.rows().forEach(System.out::println);
        }
    }
}
