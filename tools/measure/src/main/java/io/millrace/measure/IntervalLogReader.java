package io.millrace.measure;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads histogram logs line by line, whoever wrote them: with tags, without, or both; intervals out of order or before
 * the start time; with a start time, a base time, both or neither. A line that cannot be read is handed over as a
 * {@link LogDefect}, and reading goes on with the next. Memory is bounded by the longest line that is taken,
 * {@link #LONGEST_LINE_BYTES}.
 *
 * <p>Where a log has a base time, its stamps are relative to it. Where it has a start time alone, stamps that lie more
 * than a year before that are relative to it, and others are absolute, as HdrHistogram has it. For one thread.
 */
public final class IntervalLogReader implements AutoCloseable {
    /** The longest line; what is longer is a defect. */
    public static final int LONGEST_LINE_BYTES = 64 << 20;

    private static final int BUFFER_BYTES = 1 << 20;
    private static final double YEAR_SECONDS = 365.0 * 24 * 3600;
    private static final double MOST_SECONDS = 1e12;
    private static final Pattern START_TIME = Pattern.compile("#\\s*\\[StartTime:\\s*([0-9.]+)");
    private static final Pattern BASE_TIME = Pattern.compile("#\\s*\\[BaseTime:\\s*([0-9.]+)");
    private static final String TAG = "Tag=";

    private final InputStream in;
    private final Consumer<? super LogDefect> defects;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(1 << 16);
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private boolean lineWasTooLong;
    private long lineNumber;
    private double startTime = Double.NaN;
    private double baseTime = Double.NaN;

    /**
     * Reads from a stream, which {@link #close()} closes.
     *
     * @param defects gets each line that cannot be read
     */
    public IntervalLogReader(InputStream in, Consumer<? super LogDefect> defects) {
        this.in = in;
        this.defects = defects;
    }

    /** Opens a file; {@code defects} gets each line that cannot be read. */
    public static IntervalLogReader open(Path file, Consumer<? super LogDefect> defects) throws IOException {
        return new IntervalLogReader(Files.newInputStream(file), defects);
    }

    /**
     * Returns the start time of the log in seconds since 1970, as far as it has been read; not a number without
     * one.
     */
    public double startTimeSeconds() {
        return startTime;
    }

    /** Returns the next interval, or null at the end. */
    public IntervalLine next() throws IOException {
        while (readLine()) {
            lineNumber++;
            IntervalLine interval = lineWasTooLong ? defect("longer than " + LONGEST_LINE_BYTES + " bytes") : parse();
            if (interval != null) {
                return interval;
            }
        }
        return null;
    }

    /** Reads up to the next line break into {@code line}; false at the end of the file. */
    private boolean readLine() throws IOException {
        line.reset();
        lineWasTooLong = false;
        boolean any = false;
        while (true) {
            if (position == limit) {
                position = 0;
                limit = Math.max(0, in.read(buffer, 0, buffer.length));
                if (limit == 0) {
                    return any;
                }
            }
            any = true;
            int end = position;
            while (end < limit && buffer[end] != '\n') {
                end++;
            }
            append(end - position);
            boolean isEnd = end < limit;
            position = isEnd ? end + 1 : end;
            if (isEnd) {
                return true;
            }
        }
    }

    private void append(int count) {
        if (line.size() + (long) count > LONGEST_LINE_BYTES) {
            lineWasTooLong = true;
        } else {
            line.write(buffer, position, count);
        }
    }

    private IntervalLine parse() {
        byte[] bytes = line.toByteArray();
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] <= ' ') {
            length--;
        }
        int first = 0;
        while (first < length && (bytes[first] & 0xff) <= ' ') {
            first++;
        }
        if (first == length) {
            return null;
        }
        if (bytes[first] == '#') {
            comment(new String(bytes, first, length - first, StandardCharsets.UTF_8));
            return null;
        }
        if (bytes[first] == '"') {
            return null;
        }
        int payload = length;
        while (payload > first && bytes[payload - 1] != ',' && bytes[payload - 1] != ' ') {
            payload--;
        }
        String head = new String(bytes, first, payload - first, StandardCharsets.UTF_8);
        byte[] base64 = new byte[length - payload];
        System.arraycopy(bytes, payload, base64, 0, base64.length);
        return interval(head, new EncodedHistogram(base64));
    }

    private void comment(String text) {
        Matcher start = START_TIME.matcher(text);
        if (start.lookingAt()) {
            startTime = seconds(start.group(1), startTime);
            return;
        }
        Matcher base = BASE_TIME.matcher(text);
        if (base.lookingAt()) {
            baseTime = seconds(base.group(1), baseTime);
        }
    }

    private double seconds(String text, double otherwise) {
        try {
            double value = Double.parseDouble(text);
            if (value <= MOST_SECONDS) {
                return value;
            }
        } catch (NumberFormatException e) {
            // reported below, as a number out of range is
        }
        defect("not a time: text=" + text);
        return otherwise;
    }

    private IntervalLine interval(String head, EncodedHistogram payload) {
        String rest = head;
        String tag = "";
        if (rest.startsWith(TAG)) {
            int comma = rest.indexOf(',');
            if (comma < 0) {
                return defect("a tag and nothing else");
            }
            tag = rest.substring(TAG.length(), comma);
            rest = rest.substring(comma + 1);
        }
        String[] numbers = rest.replaceAll("^[ ,]+|[ ,]+$", "").split("[ ,]+", -1);
        if (numbers.length != 3) {
            return defect("not of the form [Tag=name,]start,length,max,histogram");
        }
        try {
            double stamp = number(numbers[0]);
            double length = number(numbers[1]);
            double max = Double.parseDouble(numbers[2]);
            if (length < 0) {
                return defect("negative length: length=" + length);
            }
            return new IntervalLine(tag, absolute(stamp), length, max, lineNumber, payload);
        } catch (NumberFormatException e) {
            return defect("not a number: " + e.getMessage());
        }
    }

    private static double number(String text) {
        double value = Double.parseDouble(text);
        if (!(Math.abs(value) <= MOST_SECONDS)) {
            throw new NumberFormatException("out of range: seconds=" + text);
        }
        return value;
    }

    private double absolute(double stamp) {
        if (Double.isNaN(baseTime)) {
            boolean isOffset = !Double.isNaN(startTime) && stamp < startTime - YEAR_SECONDS;
            baseTime = isOffset ? startTime : 0;
        }
        if (Double.isNaN(startTime)) {
            startTime = baseTime + stamp;
        }
        return baseTime + stamp;
    }

    /** Reports a defect of the current line; returns null for the caller to return. */
    private IntervalLine defect(String reason) {
        defects.accept(new LogDefect(lineNumber, reason));
        return null;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
