package io.millrace.fix.acceptance;

import io.millrace.fix.FixTime;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of messages in scripts: times, lengths and checksums put in, and the comparison with what was received. */
final class ScriptText {

    private static final String SOH = "\u0001";
    private static final Pattern TIME = Pattern.compile("<TIME([+-]\\d+)?>");
    private static final Pattern VERSIONED = Pattern.compile("8=FIXT?\\.\\d\\.\\d", Pattern.CASE_INSENSITIVE);
    private static final long UNIT_NS = 1_100_000_000L;
    private static final Set<String> NEVER_COMPARED = Set.of("9", "10", "52", "60", "122");

    private final boolean nanoseconds;

    ScriptText(boolean nanoseconds) {
        this.nanoseconds = nanoseconds;
    }

    byte[] message(String script, long nowNs) {
        String text = script;
        if (VERSIONED.matcher(text).lookingAt()) {
            text = withTimes(text, nowNs);
        }
        if (text.startsWith("8=")) {
            text = withLength(text);
            if (text.endsWith(SOH + "10=0" + SOH)) {
                text = text.substring(0, text.length() - 2) + "000" + SOH;
            }
        }
        if (!text.contains(SOH + "10=")) {
            int sum = 0;
            for (byte b : text.getBytes(StandardCharsets.ISO_8859_1)) {
                sum += b & 0xFF;
            }
            text += "10=" + String.format("%03d", sum & 0xFF) + SOH;
        }
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private String withTimes(String text, long nowNs) {
        boolean old = text.startsWith("8=FIX.4.0") || text.startsWith("8=FIX.4.1");
        FixTime.Precision precision = old ? FixTime.Precision.SECONDS : FixTime.Precision.MILLISECONDS;
        Matcher matcher = TIME.matcher(text);
        StringBuilder expanded = new StringBuilder();
        while (matcher.find()) {
            long units = matcher.group(1) == null ? 0 : Long.parseLong(matcher.group(1));
            byte[] time = new byte[32];
            int end = FixTime.writeTimestamp(
                    time, 0, nowNs + units * UNIT_NS, nanoseconds ? FixTime.Precision.NANOSECONDS : precision);
            matcher.appendReplacement(expanded, new String(time, 0, end, StandardCharsets.ISO_8859_1));
        }
        return matcher.appendTail(expanded).toString();
    }

    private static String withLength(String text) {
        int first = text.indexOf(SOH);
        if (first < 0 || text.startsWith("9=", first + 1)) {
            return text;
        }
        int trailer = text.indexOf(SOH + "10=");
        int length = (trailer < 0 ? text.length() : trailer + 1) - (first + 1);
        return text.substring(0, first + 1) + "9=" + length + SOH + text.substring(first + 1);
    }

    /** Returns how a message differs from what is expected, or null. */
    static String difference(String expected, String received) {
        Map<String, String> wanted = fields(expected);
        Map<String, String> got = fields(received);
        boolean logon = wanted.containsKey("108");
        if (!wanted.getOrDefault("35", "").equals(got.get("35"))) {
            return "another message type";
        }
        for (Map.Entry<String, String> field : got.entrySet()) {
            String tag = field.getKey();
            if (NEVER_COMPARED.contains(tag)) {
                continue;
            }
            String value = wanted.get(tag);
            if (value == null && !logon) {
                return "unexpected tag=" + tag;
            }
            if (logon) {
                continue; // of a Logon only the presence of what is expected counts
            }
            boolean equal = tag.equals("58")
                    ? field.getValue().startsWith(value)
                    : field.getValue().equals(value);
            if (!equal) {
                return "another value tag=" + tag;
            }
        }
        for (String tag : wanted.keySet()) {
            if (!got.containsKey(tag) && !tag.equals("9") && !tag.equals("10")) {
                return "missing tag=" + tag;
            }
        }
        return null;
    }

    private static Map<String, String> fields(String message) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : message.split(SOH, -1)) {
            int equals = field.indexOf('=');
            if (equals > 0 && equals + 1 < field.length()) {
                fields.put(field.substring(0, equals), field.substring(equals + 1));
            }
        }
        return fields;
    }
}
