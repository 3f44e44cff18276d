package io.millrace.text;

import java.util.List;

/**
 * The text of one document of a stream.
 *
 * @param number its number in the stream, from 1
 * @param text its lines without the marker before it
 * @param line the number of its first line in the stream, from 1
 * @param comments the comment lines before its content, each from its {@code #} on
 */
record YamlDocument(int number, String text, int line, List<String> comments) {
    TextException error(String message, int atLine, int atColumn) {
        return error(message, atLine, atColumn, null);
    }

    TextException error(String message, int atLine, int atColumn, Throwable cause) {
        return new TextException(message, number, atLine, atColumn, cause);
    }
}
