package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.MissingValue;
import io.millrace.wire.NumberForm;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.TextOptions;
import java.nio.charset.StandardCharsets;

/**
 * One column: a field, or the whole message if it has no fields. A single value is its text, an enum constant its name,
 * and any other value its JSON. Immutable.
 */
final class CsvColumn {
    private static final byte[] EMPTY = Utf8Output.ascii("\"\"");

    private final String name;
    private final JsonShape shape;
    private final MissingValue missing;
    private final boolean isBare;

    /**
     * Creates the column of a field.
     *
     * @param name its name in the header
     * @param shape its type
     * @param missing its default, or null
     */
    CsvColumn(String name, JsonShape shape, MissingValue missing) {
        this.name = name;
        this.shape = shape;
        this.missing = missing;
        this.isBare = isBare(shape);
    }

    String name() {
        return name;
    }

    /** Reads a value from BINARY and appends its cell, which is empty if the value is null. */
    void write(BinaryInput in, Utf8Output text) {
        int start = text.length();
        boolean written = switch (shape) {
            case JsonScalar scalar -> scalar.writeCell(in, text) && !isBare;
            case JsonEnum constant -> constant.writeCell(in, text);
            default -> shape.write(in, text);
        };
        if (written) {
            quote(start, text);
        }
    }

    /** Returns whether no value of a shape ever needs quotes: this holds for all but names, strings and JSON. */
    private static boolean isBare(JsonShape shape) {
        return shape instanceof JsonScalar scalar
                && switch (scalar.kind()) {
                    case STRING, CHAR, ZONE_ID, ZONED_DATE_TIME, BYTES -> false;
                    default -> scalar.type().form() == NumberForm.DECIMAL;
                };
    }

    /** Adds quotes around the text from a position on, if it needs them. */
    static void quote(int start, Utf8Output text) {
        if (text.length() == start) {
            text.put(EMPTY);
        } else if (text.needsQuotes(start)) {
            text.quote(start);
        }
    }

    /** Writes the value of a cell as BINARY. */
    void read(CsvRow cells, int cell, TextOptions options, BinaryOutput out) {
        if (cells.isNull(cell)) {
            if (shape instanceof JsonScalar scalar && !scalar.type().isNullable()) {
                throw cells.wrong(cell, name, scalar.expected());
            }
            shape.readMissing(out);
            return;
        }
        switch (shape) {
            case JsonScalar scalar -> scalar(scalar, cells, cell, out);
            case JsonEnum constant -> {
                if (!constant.readCell(cells, cell, out)) {
                    throw cells.wrong(cell, name, "one of " + constant.type().constants());
                }
            }
            default -> {
                byte[] json = cells.text(cell).getBytes(StandardCharsets.UTF_8);
                try (JsonSource source = new JsonSource(json, json.length, options, out)) {
                    JsonTranscoder.readValue(shape, source);
                } catch (TextException e) {
                    throw cells.error("the JSON in a cell is wrong cell=" + name + " error=" + e.getMessage(), 0);
                }
            }
        }
    }

    private void scalar(JsonScalar scalar, CsvRow cells, int cell, BinaryOutput out) {
        Scalar type = scalar.type();
        if (type.hasPresenceByte()) {
            out.writeBoolean(true);
        }
        boolean isPlain = type.form() == NumberForm.DECIMAL && cells.isNumber(cell);
        if (isPlain && type.kind() == ScalarKind.LONG) {
            out.writeLong(cells.number(cell));
        } else if (isPlain && type.kind() == ScalarKind.INT && (int) cells.number(cell) == cells.number(cell)) {
            out.writeInt((int) cells.number(cell));
        } else if (!readCanonical(type, cells, cell, out) && !scalar.readCell(cells.text(cell), out)) {
            throw cells.wrong(cell, name, scalar.expected());
        }
    }

    /** Writes the value without an object for its text; if it returns false, nothing is written. */
    private static boolean readCanonical(Scalar type, CsvRow cells, int cell, BinaryOutput out) {
        int before = out.length();
        boolean written =
                type.kind() == ScalarKind.STRING ? cells.writeString(cell, out) : cells.writeCanonical(cell, type, out);
        if (!written) {
            out.cut(before);
        }
        return written;
    }

    /** Writes the value of the field if the column is missing. */
    void readMissing(BinaryOutput out) {
        if (missing != null) {
            missing.write(out);
        } else {
            shape.readMissing(out);
        }
    }
}
