package io.millrace.text;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.io.IOException;
import java.util.regex.Pattern;

/** What is wrong with a text that should be JSON, without what its parser says about itself. Any thread. */
public final class JsonErrors {

    /** The parser keeps no text, and says so wherever it names a position. */
    private static final Pattern SOURCE = Pattern.compile("\\[Source: [^;]*; ");

    private JsonErrors() {}

    /**
     * Returns the reason of an error: that of a parser with line and column, from 1, where it knows them.
     *
     * @param error an error of the parser, or of what it reads from
     */
    public static String reason(IOException error) {
        if (!(error instanceof JsonProcessingException json)) {
            return String.valueOf(error.getMessage());
        }
        return problem(json)
                + (json.getLocation() == null
                        ? ""
                        : " line=" + json.getLocation().getLineNr() + " column="
                                + json.getLocation().getColumnNr());
    }

    /** Returns the reason alone. */
    static String problem(JsonProcessingException error) {
        return SOURCE.matcher(error.getOriginalMessage()).replaceAll("[");
    }
}
