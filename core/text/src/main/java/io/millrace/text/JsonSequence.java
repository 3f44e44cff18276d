package io.millrace.text;

import com.fasterxml.jackson.core.JsonToken;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import java.util.HashSet;
import java.util.Set;

/** A list, a set or an array. */
final class JsonSequence extends JsonShape {
    /** Which elements are allowed. */
    enum Elements {
        /** Any elements, also equal ones. */
        ANY,
        /** Distinct elements, as of a set. */
        DISTINCT
    }

    private final JsonShape element;
    private final Elements elements;

    JsonSequence(JsonShape element, Elements elements) {
        this.element = element;
        this.elements = elements;
    }

    @Override
    boolean write(BinaryInput in, Utf8Output text) {
        int count = in.readCount();
        if (count < 0) {
            return false;
        }
        text.put('[');
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                text.put(',');
            }
            element.writeOrNull(in, text);
        }
        text.put(']');
        return true;
    }

    @Override
    boolean readCanonical(Utf8Input text, BinaryOutput out) {
        if (text.skip(NULL)) {
            out.writeNull();
            return true;
        }
        if (!text.skip('[')) {
            return false;
        }
        int start = out.length();
        Set<EncodedKey> seen = elements == Elements.DISTINCT ? new HashSet<>() : null;
        int count = 0;
        text.skipBlanks();
        if (!text.skip(']')) {
            do {
                text.skipBlanks();
                int from = out.length();
                if (!element.readCanonical(text, out) || (seen != null && !seen.add(EncodedKey.since(from, out)))) {
                    return false;
                }
                count++;
                text.skipBlanks();
            } while (text.skip(','));
            if (!text.skip(']')) {
                return false;
            }
        }
        out.insertCount(start, count);
        return true;
    }

    @Override
    void read(JsonSource source) {
        if (source.isNull()) {
            source.out.writeNull();
            return;
        }
        if (source.token() != JsonToken.START_ARRAY) {
            throw source.wrong("an array");
        }
        int start = source.out.length();
        Set<EncodedKey> seen = elements == Elements.DISTINCT ? new HashSet<>() : null;
        int count = 0;
        while (source.next() != JsonToken.END_ARRAY) {
            int from = source.out.length();
            source.enter(count++);
            element.read(source);
            if (seen != null && !seen.add(EncodedKey.since(from, source.out))) {
                throw source.error("an element of a set appears twice");
            }
            source.leave();
        }
        source.out.insertCount(start, count);
    }
}
