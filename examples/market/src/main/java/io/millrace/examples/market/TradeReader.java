package io.millrace.examples.market;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads trades from comma-separated values. The first line names the columns {@code timestamp} (epoch seconds),
 * {@code price} and {@code amount}, in any order; every other line is one trade, not earlier than the one before it.
 * Strict: nothing is guessed, trimmed or passed over, except that a column may stand in double quotes. Used by one
 * thread.
 */
final class TradeReader implements AutoCloseable {
    private static final String TIMESTAMP = "timestamp";
    private static final String PRICE = "price";
    private static final String AMOUNT = "amount";
    private static final List<String> COLUMNS = List.of(TIMESTAMP, PRICE, AMOUNT);
    private static final Pattern WHOLE_NUMBER = Pattern.compile("-?[0-9]{1,18}");
    private static final Pattern NUMBER = Pattern.compile("[+-]?[0-9]+(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final int SHOWN_CHARACTERS = 80;

    private final String file;
    private final CsvLines lines;
    private final List<String> header;

    private Instant latest = Instant.MIN;
    private long rows;

    private TradeReader(String file, CsvLines lines, List<String> header) {
        this.file = file;
        this.lines = lines;
        this.header = header;
    }

    /**
     * Reads the header.
     *
     * @param file the name for messages
     * @param in what to read; closed when the reader is closed, and here where the header is wrong
     * @throws InputException where there is no header or it is another one
     */
    static TradeReader open(String file, InputStream in) {
        CsvLines lines = new CsvLines(in);
        try {
            return new TradeReader(file, lines, header(file, lines));
        } catch (IOException e) {
            close(file, lines);
            throw unreadable(file, e);
        } catch (InputException e) {
            close(file, lines);
            throw e;
        }
    }

    private static List<String> header(String file, CsvLines lines) throws IOException {
        if (!lines.next()) {
            throw new InputException("the input is empty and has no header file=" + file);
        }
        List<String> header = fields(lines.text());
        for (String column : COLUMNS) {
            if (!header.contains(column)) {
                throw new InputException("the header has no such column file=" + file + " line=1 column=" + column
                        + " value=" + shown(lines.text()));
            }
        }
        if (header.size() != COLUMNS.size()) {
            throw new InputException("the header must name just the columns " + String.join(", ", COLUMNS) + " file="
                    + file + " line=1 value=" + shown(lines.text()));
        }
        return header;
    }

    /** Reads the next row. */
    TradeRow next() {
        try {
            if (!lines.next()) {
                return new TradeRow.End();
            }
        } catch (IOException e) {
            throw unreadable(file, e);
        }
        rows++;
        if (lines.cut()) {
            return bad("1", lines.text(), "is in a line longer than " + CsvLines.MAX_LINE_BYTES + " bytes");
        }
        List<String> fields = fields(lines.text());
        if (fields.size() < header.size()) {
            return bad(header.get(fields.size()), "", "is missing");
        }
        if (fields.size() > header.size()) {
            return bad(Integer.toString(header.size() + 1), fields.get(header.size()), "is one too many");
        }
        return trade(
                fields.get(header.indexOf(TIMESTAMP)),
                fields.get(header.indexOf(PRICE)),
                fields.get(header.indexOf(AMOUNT)));
    }

    private TradeRow trade(String timestamp, String price, String amount) {
        if (!WHOLE_NUMBER.matcher(timestamp).matches()) {
            return bad(TIMESTAMP, timestamp, "is not a whole number of seconds");
        }
        long seconds = Long.parseLong(timestamp);
        if (seconds < Instant.MIN.getEpochSecond() || seconds > Instant.MAX.getEpochSecond()) {
            return bad(TIMESTAMP, timestamp, "is out of range");
        }
        Instant at = Instant.ofEpochSecond(seconds);
        for (String column : List.of(PRICE, AMOUNT)) {
            String value = column.equals(PRICE) ? price : amount;
            if (!NUMBER.matcher(value).matches()) {
                return bad(column, value, "is not a number");
            }
            if (Double.isInfinite(Double.parseDouble(value))) {
                return bad(column, value, "is too large");
            }
        }
        if (at.isBefore(latest)) {
            return bad(TIMESTAMP, timestamp, "goes back in time, the trade before it is at " + latest.getEpochSecond());
        }
        latest = at;
        return new TradeRow.Good(new Trade(at, Double.parseDouble(price), Double.parseDouble(amount)));
    }

    /** Returns the number of rows read so far, without the header. */
    long rows() {
        return rows;
    }

    /** Returns the name of the input for messages. */
    String file() {
        return file;
    }

    private TradeRow bad(String column, String value, String reason) {
        return new TradeRow.Bad(new Rejection(lines.line(), column, shown(value), reason));
    }

    private static List<String> fields(String line) {
        List<String> fields = new ArrayList<>();
        for (String field : line.split(",", -1)) {
            boolean quoted = field.length() >= 2 && field.startsWith("\"") && field.endsWith("\"");
            fields.add(quoted ? field.substring(1, field.length() - 1) : field);
        }
        return fields;
    }

    private static String shown(String value) {
        return value.length() <= SHOWN_CHARACTERS ? value : value.substring(0, SHOWN_CHARACTERS) + "…";
    }

    private static InputException unreadable(String file, IOException cause) {
        return new InputException("cannot read input file=" + file + " reason=" + cause.getMessage(), cause);
    }

    private static void close(String file, CsvLines lines) {
        try {
            lines.close();
        } catch (IOException e) {
            throw unreadable(file, e);
        }
    }

    @Override
    public void close() {
        close(file, lines);
    }
}
