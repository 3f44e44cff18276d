package io.millrace.journal;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The names of the files in a journal's directory. */
final class SegmentName {

    static final String TABLE = "journal.table";
    static final String LOCK = "journal.lock";

    private static final String SUFFIX = ".segment";
    private static final String PREPARING_SUFFIX = ".preparing";
    private static final int MIN_DIGITS = 8;

    private SegmentName() {}

    static Path file(Path directory, long number) {
        return directory.resolve(digits(number) + SUFFIX);
    }

    /**
     * Returns a temporary name for a segment, which no reader opens; {@code owner} distinguishes preparing processes.
     */
    static Path preparing(Path directory, long number, String owner) {
        return directory.resolve(digits(number) + "." + owner + PREPARING_SUFFIX);
    }

    /** Returns a number in decimal, without a format, which would use the digits of the user's language. */
    private static String digits(long number) {
        String digits = Long.toString(number);
        return "0".repeat(Math.max(0, MIN_DIGITS - digits.length())) + digits;
    }

    static long number(Path file) {
        return parse(file.getFileName().toString()).orElseThrow();
    }

    /** Returns the numbers of the segments in a directory, ascending. */
    static List<Long> list(Path directory) {
        List<Long> numbers = new ArrayList<>();
        for (Path file : files(directory, "*" + SUFFIX)) {
            parse(file.getFileName().toString()).ifPresent(numbers::add);
        }
        numbers.sort(null);
        return numbers;
    }

    /** Returns the files that killed processes left while they prepared segments. */
    static List<Path> listPreparing(Path directory) {
        return files(directory, "*" + PREPARING_SUFFIX);
    }

    private static List<Path> files(Path directory, String glob) {
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory, glob)) {
            List<Path> files = new ArrayList<>();
            stream.forEach(files::add);
            return files;
        } catch (IOException e) {
            throw new JournalException("cannot read journal directory directory=" + directory + " reason=" + e, e);
        }
    }

    private static OptionalLong parse(String name) {
        String digits = name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : "";
        if (digits.length() < MIN_DIGITS || !digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return OptionalLong.empty();
        }
        try {
            long number = Long.parseLong(digits);
            return number <= Index.MAX_SEGMENT ? OptionalLong.of(number) : OptionalLong.empty();
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
