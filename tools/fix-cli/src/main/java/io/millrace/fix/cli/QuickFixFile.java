package io.millrace.fix.cli;

import io.millrace.fix.FixException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;

/**
 * A file of settings of QuickFIX/J or QuickFIX: a section of defaults, and one for each session.
 *
 * @param sessions the settings of each session, with those of the defaults that it does not have itself
 */
record QuickFixFile(List<SequencedMap<String, String>> sessions) {

    /**
     * Reads a file.
     *
     * @throws FixException with the line if it is not one
     */
    static QuickFixFile read(Path file) {
        List<String> lines;
        try {
            lines = Files.readAllLines(file, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new FixException("cannot read settings file=" + file + ": " + e, e);
        }
        SequencedMap<String, String> defaults = new LinkedHashMap<>();
        List<SequencedMap<String, String>> own = new ArrayList<>();
        SequencedMap<String, String> section = null;
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (line.startsWith("[")) {
                section = section(line, defaults, own, file, i + 1);
                continue;
            }
            int equals = line.indexOf('=');
            if (equals < 1 || section == null) {
                throw problem(file, i + 1, "needs NAME=VALUE below [DEFAULT] or [SESSION]", line);
            }
            String value = line.substring(equals + 1).strip();
            if (value.contains("${")) {
                throw problem(file, i + 1, "has a variable; write its value", line);
            }
            section.put(line.substring(0, equals).strip(), value);
        }
        if (own.isEmpty()) {
            throw new FixException("the file has no [SESSION] file=" + file);
        }
        List<SequencedMap<String, String>> whole = new ArrayList<>();
        for (SequencedMap<String, String> each : own) {
            SequencedMap<String, String> all = new LinkedHashMap<>(defaults);
            all.putAll(each);
            whole.add(all);
        }
        return new QuickFixFile(whole);
    }

    private static SequencedMap<String, String> section(
            String line,
            SequencedMap<String, String> defaults,
            List<SequencedMap<String, String>> own,
            Path file,
            int number) {
        return switch (line.toUpperCase(Locale.ROOT)) {
            case "[DEFAULT]" -> defaults;
            case "[SESSION]" -> {
                own.add(new LinkedHashMap<>());
                yield own.getLast();
            }
            default -> throw problem(file, number, "is no section; there are [DEFAULT] and [SESSION]", line);
        };
    }

    private static FixException problem(Path file, int line, String what, String text) {
        return new FixException("line " + line + " " + what + " file=" + file + " text=" + text);
    }
}
