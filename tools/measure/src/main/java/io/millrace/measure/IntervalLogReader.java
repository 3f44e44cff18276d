package io.millrace.measure;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.StringTokenizer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads histogram logs of any writer line by line: with tags, without, or both; intervals out of order or before the
 * start time; with a start time, a base time, both or neither. A line that cannot be read is reported as a {@link
 * LogDefect}, and reading continues with the next. Memory is bounded by the longest line that is taken, {@link
 * #LONGEST_LINE_BYTES}.
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
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int limit;
    private byte[] spill = new byte[1 << 16];
    private int spilled;
    private byte[] text = {};
    private int first;
    private int last;
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

    /** Finds the next line, in the buffer or, if it is split, in a copy; returns false at the end. */
    private boolean readLine() throws IOException {
        spilled = 0;
        lineWasTooLong = false;
        boolean any = false;
        while (true) {
            if (position == limit) {
                position = 0;
                limit = Math.max(0, in.read(buffer, 0, buffer.length));
                if (limit == 0) {
                    line(spill, 0, spilled);
                    return any;
                }
            }
            int end = ByteSearch.indexOf(buffer, position, limit, (byte) '\n');
            boolean isWhole = end < limit && !any;
            any = true;
            if (isWhole) {
                line(buffer, position, end);
            } else {
                append(end - position);
                line(spill, 0, spilled);
            }
            boolean isEnd = end < limit;
            position = isEnd ? end + 1 : end;
            if (isEnd) {
                return true;
            }
        }
    }

    private void line(byte[] bytes, int from, int to) {
        text = bytes;
        first = from;
        last = to;
    }

    private void append(int count) {
        if (lineWasTooLong || spilled + (long) count > LONGEST_LINE_BYTES) {
            lineWasTooLong = true;
            return;
        }
        if (spill.length - spilled < count) {
            spill = Arrays.copyOf(spill, Math.max(2 * spill.length, spilled + count));
        }
        System.arraycopy(buffer, position, spill, spilled, count);
        spilled += count;
    }

    private IntervalLine parse() {
        while (last > first && text[last - 1] <= ' ') {
            last--;
        }
        while (first < last && (text[first] & 0xff) <= ' ') {
            first++;
        }
        if (first == last) {
            return null;
        }
        if (text[first] == '#') {
            comment(new String(text, first, last - first, StandardCharsets.UTF_8));
            return null;
        }
        if (text[first] == '"') {
            return null;
        }
        int payload = 1 + ByteSearch.lastIndexOf(text, first, last, (byte) ',', (byte) ' ');
        String head = new String(text, first, payload - first, StandardCharsets.UTF_8);
        return interval(head, new EncodedHistogram(Arrays.copyOfRange(text, payload, last)));
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
        defect("not a time text=" + text);
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
        StringTokenizer numbers = new StringTokenizer(rest, " ,");
        if (numbers.countTokens() != 3) {
            return defect("not of the form [Tag=name,]start,length,max,histogram");
        }
        try {
            double stamp = number(numbers.nextToken());
            double length = number(numbers.nextToken());
            double max = Double.parseDouble(numbers.nextToken());
            if (length < 0) {
                return defect("negative length length=" + length);
            }
            return new IntervalLine(tag, absolute(stamp), length, max, lineNumber, payload);
        } catch (NumberFormatException e) {
            return defect("not a number: " + e.getMessage());
        }
    }

    private static double number(String text) {
        double value = Double.parseDouble(text);
        if (!(Math.abs(value) <= MOST_SECONDS)) {
            throw new NumberFormatException("out of range seconds=" + text);
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
