package io.millrace.jdbc;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class H2ConversionTest extends ConversionContract {
    @TempDir
    Path directory;

    @Override
    TestDatabase create() {
        return new H2Database("jdbc:h2:" + directory.resolve("database"));
    }

    @Override
    String bytes() {
        return "X'01ff'";
    }

    @Test
    void whatH2KeepsBeyondOthersIsKept() throws SQLException {
        assertEquals(LocalDate.MAX.toString(), stores("date", LocalDate.MAX));
        OffsetDateTime offset = OffsetDateTime.parse("2024-01-01T00:00:00.123456789+05:45");
        assertEquals(offset.toString(), stores("timestamp(9) with time zone", offset));
        assertEquals("a\0b", stores("varchar(10)", "a\0b"));
    }

    @Test
    void aTimeOfWholeSecondsRefusesAFraction() throws SQLException {
        refuses("time", LocalTime.parse("23:59:59.7"), "digitsKept=0");
    }
}
