package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatusTableTest {

    private final StatusTable table = StatusTable.of(
            "Lamps", new StatusColumn("name", ColumnType.TEXT), new StatusColumn("hours", ColumnType.COUNT));

    @Test
    void rowsHaveTheTypesOfTheColumns() {
        StatusTable filled = table.with("red", 7L).with("green", null);
        assertEquals(2, filled.rows().size());
        assertEquals(7L, filled.rows().getFirst().get(1));
        assertTrue(table.rows().isEmpty());
    }

    @Test
    void aCellOfAnotherTypeIsNamed() {
        TopologyException error = assertThrows(TopologyException.class, () -> table.with("red", 7));
        assertEquals(
                "a cell does not have the type of its column table=Lamps column=hours type=COUNT"
                        + " class=java.lang.Integer",
                error.getMessage());
        assertThrows(TopologyException.class, () -> table.with(Instant.EPOCH, 7L));
    }

    @Test
    void aRowOfAnotherLengthIsNamed() {
        TopologyException error = assertThrows(TopologyException.class, () -> table.with("red"));
        assertEquals(
                "a row has another number of cells than its table has columns table=Lamps cells=1 columns=2",
                error.getMessage());
        assertThrows(TopologyException.class, () -> new StatusTable("Lamps", table.columns(), List.of(List.of())));
    }
}
