package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.MessageType;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Transcoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * CSV in UTF-8 (RFC 4180): a message is a row without its line break. Columns are the fields in the order of the schema
 * unless a header has another order.
 */
final class CsvTranscoder implements Transcoder {
    private static final int INITIAL = 512;
    private static final String VALUE = "value";

    private final CsvColumn[] columns;
    private final MessageType message;
    private final TextOptions options;
    private final Utf8Output text;
    private final CsvRow cells = new CsvRow();

    /** The cell of each column, -1 if the column is missing. */
    private int[] cellOf;

    private int cellCount;

    CsvTranscoder(Schema schema, TextOptions options) {
        this.options = options;
        this.text = new Utf8Output(INITIAL, options.limits().maxMessageBytes());
        JsonShapes shapes = new JsonShapes(schema.types());
        JsonShape root = shapes.of(schema.root());
        if (root instanceof JsonMessage flat) {
            message = flat.type();
            columns = message.fields().stream()
                    .map(field -> new CsvColumn(
                            field.name(),
                            shapes.of(field.type()),
                            field.missing().orElse(null)))
                    .toArray(CsvColumn[]::new);
        } else {
            message = null;
            columns = new CsvColumn[] {new CsvColumn(VALUE, root, null)};
        }
        cellCount = columns.length;
        cellOf = new int[cellCount];
        Arrays.setAll(cellOf, i -> i);
    }

    /** Writes the names of the columns. */
    void writeHeader(BinaryOutput out) {
        text.clear();
        for (CsvColumn column : columns) {
            int start = comma(column);
            text.put(column.name(), Utf8Output.Escapes.NONE);
            CsvColumn.quote(start, text);
        }
        text.copyTo(out);
    }

    private int comma(CsvColumn column) {
        if (column != columns[0]) {
            text.put(',');
        }
        return text.length();
    }

    /** Reads the names of the columns, by which the cells of later rows are found. */
    void readHeader(BinaryInput in) {
        cells.read(in);
        cellCount = columns.length == 0 ? 0 : cells.count();
        int[] found = new int[columns.length];
        Arrays.fill(found, -1);
        for (int cell = 0; cell < cellCount; cell++) {
            String name = cells.text(cell);
            int column = column(name);
            if (column >= 0 && found[column] >= 0) {
                throw cells.error("a column appears twice column=" + JsonSource.shortened(name), 0);
            } else if (column >= 0) {
                found[column] = cell;
            } else if (options.unknownKeys() == TextOptions.UnknownKeys.REFUSE) {
                throw cells.error(
                        "there is no such column column=" + JsonSource.shortened(name)
                                + NearestName.hintForData(name, names()) + " allowed=" + names(),
                        0);
            }
        }
        cellOf = found;
    }

    /** Returns whether a line is empty though no row of this table can be. */
    boolean isBlank(byte[] line) {
        return cellCount > 1 && (line.length == 0 || (line.length == 1 && line[0] == '\r'));
    }

    private int column(String name) {
        for (int i = 0; i < columns.length; i++) {
            if (columns[i].name().equals(name)) {
                return i;
            }
        }
        for (int i = 0; message != null && i < columns.length; i++) {
            if (message.fields().get(i).aliases().contains(name)) {
                return i;
            }
        }
        return -1;
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (CsvColumn column : columns) {
            names.add(column.name());
        }
        return names;
    }

    @Override
    public void fromBinary(BinaryInput in, BinaryOutput out) {
        text.clear();
        for (CsvColumn column : columns) {
            comma(column);
            column.write(in, text);
        }
        text.copyTo(out);
    }

    @Override
    public void toBinary(BinaryInput in, BinaryOutput out) {
        cells.read(in);
        int count = columns.length == 0 && cells.isNull(0) ? 0 : cells.count();
        if (count != cellCount) {
            throw cells.error("a row has the wrong number of cells count=" + count + " columns=" + cellCount, 0);
        }
        for (int i = 0; i < columns.length; i++) {
            if (cellOf[i] < 0) {
                columns[i].readMissing(out);
            } else {
                columns[i].read(cells, cellOf[i], options, out);
            }
        }
    }
}
