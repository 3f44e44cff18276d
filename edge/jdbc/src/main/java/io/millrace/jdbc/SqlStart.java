package io.millrace.jdbc;

import java.util.Locale;
import java.util.Set;

/**
 * The first words of a statement, which say what it does to its transaction, and those of the statements that may
 * follow it after a semicolon. A loop, not a pattern: patterns recurse, and a statement that begins with ten thousand
 * blanks would overflow the stack.
 */
final class SqlStart {
    private static final Set<String> CONTROL =
            Set.of("begin", "commit", "end", "rollback", "abort", "savepoint", "release");
    private static final Set<String> CONTROL_OF_TWO =
            Set.of("start transaction", "prepare transaction", "prepare commit", "set autocommit", "set transaction");
    private static final Set<String> DATA =
            Set.of("select", "insert", "update", "delete", "merge", "replace", "with", "values", "table");

    private final String sql;
    private int at;

    private SqlStart(String sql) {
        this.sql = sql;
    }

    /**
     * Returns whether a statement, or one after it, begins, ends or divides a transaction, which only the gateway
     * may do. Of statements that create something the first words alone count, since bodies of functions have such
     * words.
     */
    static boolean controlsTransaction(String sql) {
        SqlStart start = new SqlStart(sql);
        if (start.isControl()) {
            return true;
        }
        if (new SqlStart(sql).word().equals("create")) {
            return false;
        }
        while (start.skipStatement()) {
            if (start.isControl()) {
                return true;
            }
        }
        return false;
    }

    private boolean isControl() {
        String first = word();
        if (CONTROL.contains(first)) {
            return true;
        }
        int second = at;
        String two = first + " " + word();
        boolean control =
                CONTROL_OF_TWO.contains(two) || (two.equals("set session") && word().equals("characteristics"));
        at = second;
        return control;
    }

    /** Moves after the next semicolon that is in no literal, name or comment; false where there is none. */
    private boolean skipStatement() {
        while (at < sql.length()) {
            skipComments();
            if (at == sql.length()) {
                return false;
            }
            char next = sql.charAt(at);
            if (next == ';') {
                at++;
                return true;
            }
            switch (next) {
                case '\'' -> skipQuoted(next, at > 0 && (sql.charAt(at - 1) == 'E' || sql.charAt(at - 1) == 'e'));
                case '"', '`' -> skipQuoted(next, false);
                case '$' -> skipDollarQuoted();
                default -> at++;
            }
        }
        return false;
    }

    private void skipQuoted(char quote, boolean escapes) {
        at++;
        while (at < sql.length() && sql.charAt(at) != quote) {
            at += escapes && sql.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(sql.length(), at + 1);
    }

    /** Skips {@code $tag$ … $tag$}, where it is that. */
    private void skipDollarQuoted() {
        int end = at + 1;
        while (end < sql.length() && (Character.isLetterOrDigit(sql.charAt(end)) || sql.charAt(end) == '_')) {
            end++;
        }
        if (end == sql.length() || sql.charAt(end) != '$') {
            at = end;
            return;
        }
        String tag = sql.substring(at, end + 1);
        int close = sql.indexOf(tag, end + 1);
        at = close < 0 ? sql.length() : close + tag.length();
    }

    /** Returns whether a statement reads or changes data, and defines none. */
    static boolean isAboutData(String sql) {
        return DATA.contains(new SqlStart(sql).word());
    }

    /** Returns the next word in small letters; empty where something else comes next. */
    private String word() {
        skipBlank();
        int start = at;
        while (at < sql.length() && (Character.isLetterOrDigit(sql.charAt(at)) || sql.charAt(at) == '_')) {
            at++;
        }
        return sql.substring(start, at).toLowerCase(Locale.ROOT);
    }

    private void skipBlank() {
        skipComments();
        while (at < sql.length() && isBlank(sql.charAt(at))) {
            at++;
            skipComments();
        }
    }

    private static boolean isBlank(char character) {
        return Character.isWhitespace(character) || character == ';' || character == '(';
    }

    private void skipComments() {
        while (at < sql.length()) {
            if (sql.startsWith("--", at)) {
                int end = sql.indexOf('\n', at);
                at = end < 0 ? sql.length() : end + 1;
            } else if (sql.startsWith("/*", at)) {
                skipComment();
            } else {
                return;
            }
        }
    }

    private void skipComment() {
        int depth = 0;
        do {
            if (sql.startsWith("/*", at)) {
                depth++;
                at += 2;
            } else if (sql.startsWith("*/", at)) {
                depth--;
                at += 2;
            } else {
                at++;
            }
        } while (depth > 0 && at < sql.length());
    }
}
