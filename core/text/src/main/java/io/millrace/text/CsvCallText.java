package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Field;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The arguments of calls of one method as cells of CSV, in the form that {@code docs/format/csv.md} describes: a column
 * for each parameter, or for each field of the message that is the only parameter. For flat calls alone, of which every
 * column is a single value or an enum constant. For one thread.
 */
public final class CsvCallText {
    private final CallSchema schema;
    private final JsonMessage message;
    private final CsvColumn[] columns;
    private final CsvCells cells = new CsvCells();

    private CsvCallText(CallSchema schema, JsonMessage message, CsvColumn[] columns) {
        this.schema = schema;
        this.message = message;
        this.columns = columns;
    }

    /**
     * Returns the text of the arguments of this schema's calls.
     *
     * @throws WireException where they are not flat; it names the column that is no single value
     */
    public static CsvCallText of(CallSchema schema) {
        JsonShapes shapes = new JsonShapes(schema.types());
        List<Field> fields = schema.parameters();
        JsonMessage message = null;
        if (fields.size() == 1 && shapes.of(fields.getFirst().type()) instanceof JsonMessage only) {
            message = only;
            fields = only.type().fields();
        }
        List<CsvColumn> columns = new ArrayList<>();
        for (Field field : fields) {
            JsonShape shape = shapes.of(field.type());
            if (!(shape instanceof JsonScalar || shape instanceof JsonEnum)) {
                throw new WireException("a call is not flat, so rows of CSV do not hold it; JSON and YAML do interface="
                        + schema.interfaceName() + " method=" + schema.methodName() + " column=" + field.name());
            }
            columns.add(new CsvColumn(field.name(), shape, null));
        }
        return new CsvCallText(schema, message, columns.toArray(CsvColumn[]::new));
    }

    /** Returns the names of the columns, in their order. */
    public List<String> columns() {
        return Arrays.stream(columns).map(CsvColumn::name).toList();
    }

    /**
     * Reads the arguments of one call and returns their cells, with commas between them.
     *
     * @param in where the arguments are
     * @throws WireException where the bytes are not such arguments, or the only one is null, which no row can say
     */
    public String read(BinaryInput in) {
        if (message != null && !in.readPresence()) {
            throw new WireException("the argument of a call is null, so a row of CSV does not hold it; JSON and YAML do"
                    + " interface=" + schema.interfaceName() + " method=" + schema.methodName());
        }
        Utf8Text text = Utf8Text.ofAnyLength();
        for (int i = 0; i < columns.length; i++) {
            if (i > 0) {
                text.put(',');
            }
            columns[i].write(in, text);
        }
        return text.toString();
    }

    /**
     * Writes the arguments that cells say, as {@link #read} has put them.
     *
     * @param row the cells of all columns, with commas between them
     * @param options the bounds
     * @param out where the arguments go
     * @throws WireException where the text has other columns or values
     */
    public void write(String row, TextOptions options, BinaryOutput out) {
        byte[] bytes = row.getBytes(StandardCharsets.UTF_8);
        cells.read(new BinaryInput(options.limits()).wrap(MemorySegment.ofArray(bytes), 0, bytes.length));
        int count = columns.length == 0 && cells.isNothing(0) ? 0 : cells.count();
        if (count != columns.length) {
            throw cells.error("a row has the wrong number of cells count=" + count + " columns=" + columns(), 0);
        }
        if (message != null) {
            out.writeBoolean(true);
        }
        for (int i = 0; i < columns.length; i++) {
            columns[i].read(cells, i, options, out);
        }
    }
}
