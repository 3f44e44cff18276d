package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.WireException;
import java.util.ArrayList;
import java.util.List;

/**
 * The positions in the text of the parts of a message, by their positions in BINARY: for errors that occur only when
 * the message is created, from the constructor of a record for example. Such an error leaves the input directly after
 * the refused part and at the depth of that part.
 */
final class YamlSourceMap {
    private record Span(int start, int end, int depth, YamlNode node) {}

    private final List<Span> messages = new ArrayList<>();
    private final List<Span> fields = new ArrayList<>();

    void field(int start, BinaryOutput out, YamlNode node) {
        fields.add(new Span(start, out.length(), out.depth(), node));
    }

    void message(BinaryOutput out, YamlNode node) {
        messages.add(new Span(0, out.length(), out.depth(), node));
    }

    /** Returns the error with document, line and column, if they are known. */
    WireException located(WireException error, BinaryInput in, YamlDocument document) {
        YamlNode found = null;
        if (error.isOfField()) {
            int least = Integer.MAX_VALUE;
            for (Span span : fields) {
                boolean around = span.start <= in.offset() && in.offset() <= span.end && span.depth == in.depth();
                if (around && span.end - span.start < least) {
                    least = span.end - span.start;
                    found = span.node;
                }
            }
        } else {
            for (Span span : messages) {
                if (span.end == in.offset() && span.depth == in.depth()) {
                    found = span.node;
                }
            }
        }
        return found == null ? error : document.error(error.getMessage(), found.line, found.column, error);
    }
}
