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
 * for each parameter, or for each field of the message that is the only parameter. Only for flat calls, of which every
 * column is a single value or an enum constant. For one thread.
 */
public final class CsvCallText {
    private final CallSchema schema;
    private final JsonMessage message;
    private final CsvColumn[] columns;
    private final CsvRow cells = new CsvRow();

    private CsvCallText(CallSchema schema, JsonMessage message, CsvColumn[] columns) {
        this.schema = schema;
        this.message = message;
        this.columns = columns;
    }

    /**
     * Returns the text of the arguments of this schema's calls.
     *
     * @throws WireException if they are not flat; it names the column that is not a single value
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
                throw new WireException("a call is not flat and cannot be a row of CSV, use JSON or YAML interface="
                        + schema.interfaceName() + " method=" + schema.methodName() + " column=" + field.name());
            }
            columns.add(new CsvColumn(field.name(), shape, null));
        }
        return new CsvCallText(schema, message, columns.toArray(CsvColumn[]::new));
    }

    /** Returns the names of the columns, in order. */
    public List<String> columns() {
        return Arrays.stream(columns).map(CsvColumn::name).toList();
    }

    /**
     * Reads the arguments of one call and returns their cells, separated by commas.
     *
     * @param in the input at the arguments
     * @throws WireException if the bytes are not such arguments, or the only one is null, which no row can express
     */
    public String read(BinaryInput in) {
        if (message != null && !in.readPresence()) {
            throw new WireException("the argument of a call is null and cannot be a row of CSV, use JSON or YAML"
                    + " interface=" + schema.interfaceName() + " method=" + schema.methodName());
        }
        Utf8Output text = Utf8Output.ofAnyLength();
        for (int i = 0; i < columns.length; i++) {
            if (i > 0) {
                text.put(',');
            }
            columns[i].write(in, text);
        }
        return text.toString();
    }

    /**
     * Writes the arguments of a row, as {@link #read} has written it.
     *
     * @param row the cells of all columns, separated by commas
     * @param options the limits
     * @param out gets the arguments
     * @throws WireException if the text has other columns or values
     */
    public void write(String row, TextOptions options, BinaryOutput out) {
        byte[] bytes = row.getBytes(StandardCharsets.UTF_8);
        cells.read(new BinaryInput(options.limits()).wrap(MemorySegment.ofArray(bytes), 0, bytes.length));
        int count = columns.length == 0 && cells.isNull(0) ? 0 : cells.count();
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
