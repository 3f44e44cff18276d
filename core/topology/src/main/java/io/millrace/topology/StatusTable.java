package io.millrace.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * A table of a {@link StatusView}: values with the types of their columns, and no words about how they are shown.
 *
 * @param title its title
 * @param columns its columns
 * @param rows its rows, with a cell for each column
 */
public record StatusTable(String title, List<StatusColumn> columns, List<List<Object>> rows) {

    /** Copies the lists; refuses a row that does not fit the columns. */
    public StatusTable {
        Objects.requireNonNull(title, "title");
        columns = List.copyOf(columns);
        List<List<Object>> copies = new ArrayList<>();
        for (List<Object> row : rows) {
            check(title, columns, row);
            copies.add(Collections.unmodifiableList(new ArrayList<>(row)));
        }
        rows = Collections.unmodifiableList(copies);
    }

    private static void check(String title, List<StatusColumn> columns, List<Object> row) {
        if (row.size() != columns.size()) {
            throw new TopologyException("a row has another number of cells than its table has columns table=" + title
                    + " cells=" + row.size() + " columns=" + columns.size());
        }
        for (int i = 0; i < row.size(); i++) {
            StatusColumn column = columns.get(i);
            if (!column.type().takes(row.get(i))) {
                throw new TopologyException("a cell does not have the type of its column table=" + title + " column="
                        + column.name() + " type=" + column.type() + " class="
                        + row.get(i).getClass().getName());
            }
        }
    }

    /**
     * Returns an empty table.
     *
     * @param title its title
     * @param columns its columns
     */
    public static StatusTable of(String title, StatusColumn... columns) {
        return new StatusTable(title, List.of(columns), List.of());
    }

    /**
     * Returns this table with one more row.
     *
     * @param cells a value for each column; null where there is none
     */
    public StatusTable with(Object... cells) {
        List<List<Object>> more = new ArrayList<>(rows);
        more.add(Arrays.asList(cells));
        return new StatusTable(title, columns, more);
    }
}
