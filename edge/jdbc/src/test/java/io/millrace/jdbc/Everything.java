package io.millrace.jdbc;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;

/** A row of columns of many types, as a mutable class. */
public final class Everything {
    boolean truth;
    int small;
    long large;
    double ratio;
    BigDecimal money;
    String text;
    UUID id;
    byte[] bytes;
    Instant at;
    LocalDate theDay;
    LocalTime theHour;
    LocalDateTime localTime;
    Colour colour;
    Long missing;

    /** Makes an empty row. */
    public Everything() {}

    /** A few constants. */
    public enum Colour {
        RED,
        GREEN
    }
}
