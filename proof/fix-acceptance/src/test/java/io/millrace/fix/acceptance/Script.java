package io.millrace.fix.acceptance;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An acceptance script: its name and its steps in order. */
record Script(String folder, String name, List<Step> steps) {

    enum Kind {
        CONNECT,
        CLIENT_CLOSES,
        SEND,
        EXPECT,
        SERVER_CLOSES,
        SET
    }

    /** A step on a connection; the text is a message, or an order to the acceptor. */
    record Step(int line, Kind kind, int connection, String text) {}

    private static final Pattern LINE = Pattern.compile("([iIeE])(?:(\\d+),)?(.*)", Pattern.DOTALL);

    static Script parse(String folder, String name, byte[] bytes) {
        List<Step> steps = new ArrayList<>();
        String[] lines = new String(bytes, StandardCharsets.ISO_8859_1).split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            Step step = step(i + 1, lines[i].replaceAll("[\r \t]+$", ""));
            if (step != null) {
                steps.add(step);
            }
        }
        return new Script(folder, name, List.copyOf(steps));
    }

    /** Other lines, such as a stray sentence, mean nothing. */
    private static Step step(int number, String line) {
        Matcher matcher = LINE.matcher(line);
        if (!matcher.matches()) {
            return null;
        }
        int connection = matcher.group(2) == null ? 1 : Integer.parseInt(matcher.group(2));
        String rest = matcher.group(3);
        return switch (matcher.group(1)) {
            case "i" -> order(number, connection, rest);
            case "e" -> rest.equals("DISCONNECT") ? new Step(number, Kind.SERVER_CLOSES, connection, "") : null;
            case "I" -> rest.contains("=") ? new Step(number, Kind.SEND, connection, rest) : null;
            default -> rest.startsWith("8=") ? new Step(number, Kind.EXPECT, connection, rest) : null;
        };
    }

    private static Step order(int number, int connection, String rest) {
        if (rest.equals("CONNECT")) {
            return new Step(number, Kind.CONNECT, connection, "");
        }
        if (rest.equals("DISCONNECT")) {
            return new Step(number, Kind.CLIENT_CLOSES, connection, "");
        }
        return rest.startsWith("SET_SESSION ") ? new Step(number, Kind.SET, connection, rest.substring(12)) : null;
    }
}
