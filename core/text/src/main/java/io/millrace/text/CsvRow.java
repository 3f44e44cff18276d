package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Scalar;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One row of CSV (RFC 4180) split into its cells, in memory that is reused. A cell in quotes may contain commas, line
 * breaks and doubled quotes; an empty cell without quotes is null, and one in quotes is an empty string.
 */
final class CsvRow {
    private final Utf8Input text = new Utf8Input();
    private byte[] bytes = text.bytes;
    private int length;
    private int[] starts = new int[16];
    private int[] ends = new int[16];
    private boolean[] quoted = new boolean[16];
    private int count;

    /** Splits the rest of the input, which is one row with or without its line break. */
    void read(BinaryInput in) {
        int from = in.offset();
        text.fill(in);
        bytes = text.bytes;
        length = text.end;
        if (!isAscii()) {
            in.rewind(from);
            in.skipText(length);
        }
        if (length > 0 && bytes[length - 1] == '\n') {
            length--;
        }
        if (length > 0 && bytes[length - 1] == '\r') {
            length--;
        }
        count = 0;
        int at = 0;
        do {
            at = cell(at);
        } while (at <= length);
    }

    private boolean isAscii() {
        int seen = 0;
        for (int i = 0; i < length; i++) {
            seen |= bytes[i];
        }
        return seen >= 0;
    }

    /**
     * Splits off the cell at a position and returns the position of the next one, which is beyond the end after the
     * last.
     */
    private int cell(int from) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
            quoted = Arrays.copyOf(quoted, 2 * count);
        }
        boolean inQuotes = from < length && bytes[from] == '"';
        quoted[count] = inQuotes;
        starts[count] = inQuotes ? from + 1 : from;
        int end = inQuotes ? closingQuote(from + 1) : comma(from);
        ends[count++] = end;
        int next = inQuotes ? end + 1 : end;
        if (next < length && bytes[next] != ',') {
            throw error("something follows a closing quote", next);
        }
        return next + 1;
    }

    private int comma(int from) {
        int at = from;
        while (at < length && bytes[at] != ',') {
            byte b = bytes[at];
            if (b == '"' || b == '\n' || b == '\r') {
                throw error(
                        b == '"'
                                ? "a cell without quotes around it contains a quote"
                                : "the text has more than one row",
                        at);
            }
            at++;
        }
        return at;
    }

    private int closingQuote(int from) {
        int at = from;
        while (at < length) {
            if (bytes[at] != '"') {
                at++;
            } else if (at + 1 < length && bytes[at + 1] == '"') {
                at += 2;
            } else {
                return at;
            }
        }
        throw error("a quote is not closed", from - 1);
    }

    int count() {
        return count;
    }

    /** Returns whether the cell is null, as opposed to an empty string. */
    boolean isNull(int cell) {
        return !quoted[cell] && starts[cell] == ends[cell];
    }

    /** Returns the text of a cell. */
    String text(int cell) {
        String text = new String(bytes, starts[cell], ends[cell] - starts[cell], StandardCharsets.UTF_8);
        return quoted[cell] && text.indexOf('"') >= 0 ? text.replace("\"\"", "\"") : text;
    }

    /** Writes the text of a cell as BINARY; false if it contains quotes, or is longer than a string may be. */
    boolean writeString(int cell, BinaryOutput out) {
        return !hasQuotes(cell) && out.writeUtf8(bytes, starts[cell], ends[cell]);
    }

    private boolean hasQuotes(int cell) {
        for (int i = starts[cell]; quoted[cell] && i < ends[cell]; i++) {
            if (bytes[i] == '"') {
                return true;
            }
        }
        return false;
    }

    /** Writes the value of a cell that is in canonical form; otherwise the output is undefined. */
    boolean writeCanonical(int cell, Scalar type, BinaryOutput out) {
        return CanonicalScalars.read(type, text, starts[cell], ends[cell], out);
    }

    /** Returns the index of the name that equals the cell, or -1. */
    int indexOf(byte[][] names, int cell) {
        return text.indexOf(names, starts[cell], ends[cell]);
    }

    /** Returns whether the cell is a whole number of at most eighteen digits, so that {@link #number} reads it. */
    boolean isNumber(int cell) {
        int from = starts[cell] < ends[cell] && bytes[starts[cell]] == '-' ? starts[cell] + 1 : starts[cell];
        int digits = ends[cell] - from;
        for (int i = from; i < ends[cell]; i++) {
            if (bytes[i] < '0' || bytes[i] > '9') {
                return false;
            }
        }
        return digits > 0 && digits <= 18;
    }

    long number(int cell) {
        boolean isNegative = bytes[starts[cell]] == '-';
        long value = 0;
        for (int i = isNegative ? starts[cell] + 1 : starts[cell]; i < ends[cell]; i++) {
            value = 10 * value + bytes[i] - '0';
        }
        return isNegative ? -value : value;
    }

    /** Returns an error with the position of the cell in the row. */
    TextException error(String message, int at) {
        int line = 1;
        int column = 1;
        for (int i = 0; i < at; i++) {
            boolean isBreak = bytes[i] == '\n';
            line += isBreak ? 1 : 0;
            column = isBreak ? 1 : column + ((bytes[i] & 0xC0) == 0x80 ? 0 : 1);
        }
        return new TextException(message, 1, line, column, null);
    }

    /** Returns an error about a cell that does not fit its column. */
    TextException wrong(int cell, String column, String expected) {
        String text = isNull(cell) ? "(nothing)" : JsonSource.shortened(text(cell));
        return error("a value is wrong value=" + text + " expected=\"" + expected + "\" path=" + column, starts[cell]);
    }
}
