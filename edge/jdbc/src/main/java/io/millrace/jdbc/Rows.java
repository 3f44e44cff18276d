package io.millrace.jdbc;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Turns the rows of a query into messages of one type, by the names of the columns without regard to case and
 * underscores.
 */
final class Rows {
    /** A query that finds more rows is refused, since its outcome is one message. */
    static final int MAX_ROWS = 10_000;

    private Rows() {}

    static Object[] read(ResultSet result, Database.Kind database, RowType type) throws SQLException {
        ResultSetMetaData metaData = result.getMetaData();
        int[] columns = columns(metaData, type);
        ColumnKind[] kinds = new ColumnKind[columns.length];
        for (int field = 0; field < columns.length; field++) {
            kinds[field] = ColumnKind.of(metaData, columns[field]);
        }
        List<Object> rows = new ArrayList<>();
        long bytes = 0;
        while (result.next()) {
            if (rows.size() == MAX_ROWS) {
                throw new RefusedException(RefusedException.REFUSED, "a query may find at most " + MAX_ROWS + " rows");
            }
            Object[] values = new Object[columns.length];
            for (int field = 0; field < columns.length; field++) {
                values[field] = value(
                        result,
                        columns[field],
                        kinds[field],
                        database,
                        type.fields().get(field));
                bytes += leastBytes(values[field]);
            }
            if (bytes > OutcomeCodec.MAX_BYTES) {
                throw new RefusedException(
                        RefusedException.REFUSED,
                        "a result may take at most " + OutcomeCodec.MAX_BYTES + " bytes rowsRead=" + rows.size());
            }
            rows.add(type.create(values));
        }
        return rows.toArray();
    }

    /**
     * Returns the least number of bytes of a value in the outcome, so that a result that is too large is not read to
     * its end.
     */
    private static int leastBytes(Object value) {
        return switch (value) {
            case String text -> text.length();
            case byte[] bytes -> bytes.length;
            case null, default -> 0;
        };
    }

    private static Object value(
            ResultSet result, int column, ColumnKind kind, Database.Kind database, RowType.Field field)
            throws SQLException {
        Object value;
        try {
            value = Columns.read(result, column, kind, database, field.type());
        } catch (ArithmeticException | IllegalArgumentException | java.time.DateTimeException e) {
            throw mismatch(result, column, field, e.getMessage());
        }
        if (value == null && field.type().isPrimitive()) {
            throw mismatch(result, column, field, "is null and the field cannot be");
        }
        return value;
    }

    private static RefusedException mismatch(ResultSet result, int column, RowType.Field field, String reason)
            throws SQLException {
        return new RefusedException(
                RefusedException.CONVERSION,
                "column=" + result.getMetaData().getColumnLabel(column) + " columnType="
                        + result.getMetaData().getColumnTypeName(column) + " row=" + result.getRow() + " field="
                        + field.name() + " type=" + field.type().getTypeName() + " " + reason);
    }

    private static int[] columns(ResultSetMetaData metaData, RowType type) throws SQLException {
        if (type.isScalar()) {
            if (metaData.getColumnCount() != 1) {
                throw new RefusedException(
                        RefusedException.CONVERSION,
                        "a result that is one scalar a row must have one column columns=" + metaData.getColumnCount()
                                + " type=" + type.name());
            }
            return new int[] {1};
        }
        Map<String, Integer> byName = new HashMap<>();
        for (int column = 1; column <= metaData.getColumnCount(); column++) {
            String label = metaData.getColumnLabel(column);
            if (byName.put(plain(label), column) != null) {
                throw new RefusedException(
                        RefusedException.CONVERSION, "two columns have the same name column=" + label);
            }
        }
        int[] columns = new int[type.fields().size()];
        for (int field = 0; field < columns.length; field++) {
            String name = type.fields().get(field).name();
            Integer column = byName.remove(plain(name));
            if (column == null) {
                throw new RefusedException(
                        RefusedException.CONVERSION,
                        "the result has no column for the field field=" + name + " type=" + type.name());
            }
            columns[field] = column;
        }
        if (!byName.isEmpty()) {
            int column = byName.values().iterator().next();
            throw new RefusedException(
                    RefusedException.CONVERSION,
                    "the type has no field for the column column=" + metaData.getColumnLabel(column) + " type="
                            + type.name());
        }
        return columns;
    }

    private static String plain(String name) {
        return name.replace("_", "").toLowerCase(Locale.ROOT);
    }
}
