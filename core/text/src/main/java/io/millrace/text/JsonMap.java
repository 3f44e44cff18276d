package io.millrace.text;

import com.fasterxml.jackson.core.JsonToken;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import java.util.HashSet;
import java.util.Set;

/** A map: an object whose names are the texts of the keys. */
final class JsonMap extends JsonShape {
    private final JsonShape key;
    private final JsonShape value;

    JsonMap(JsonShape key, JsonShape value) {
        this.key = key;
        this.value = value;
    }

    @Override
    boolean write(BinaryInput in, Utf8Output text) {
        int count = in.readCount();
        if (count < 0) {
            return false;
        }
        text.put('{');
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                text.put(',');
            }
            text.put('"');
            switch (key) {
                case JsonScalar scalar -> scalar.writeKey(in, text);
                case JsonEnum constant -> constant.writeKey(in, text);
                default -> throw new AssertionError(key);
            }
            text.put('"');
            text.put(':');
            value.writeOrNull(in, text);
        }
        text.put('}');
        return true;
    }

    @Override
    boolean readCanonical(Utf8Input text, BinaryOutput out) {
        if (text.skip(NULL)) {
            out.writeNull();
            return true;
        }
        if (!text.skip('{')) {
            return false;
        }
        int start = out.length();
        Set<EncodedKey> seen = new HashSet<>();
        text.skipBlanks();
        if (!text.skip('}')) {
            do {
                text.skipBlanks();
                if (!readCanonicalEntry(text, seen, out)) {
                    return false;
                }
                text.skipBlanks();
            } while (text.skip(','));
            if (!text.skip('}')) {
                return false;
            }
        }
        out.insertCount(start, seen.size());
        return true;
    }

    private boolean readCanonicalEntry(Utf8Input text, Set<EncodedKey> seen, BinaryOutput out) {
        int from = out.length();
        boolean named = switch (key) {
            case JsonScalar scalar -> scalar.readCanonicalKey(text, out);
            case JsonEnum constant -> constant.readCanonicalKey(text, out);
            default -> false;
        };
        if (!named || !seen.add(EncodedKey.since(from, out)) || !text.skip(':')) {
            return false;
        }
        text.skipBlanks();
        return value.readCanonical(text, out);
    }

    @Override
    void read(JsonSource source) {
        if (source.isNull()) {
            source.out.writeNull();
            return;
        }
        if (source.token() != JsonToken.START_OBJECT) {
            throw source.wrong("an object");
        }
        int start = source.out.length();
        Set<EncodedKey> seen = new HashSet<>();
        while (source.next() != JsonToken.END_OBJECT) {
            String name = source.text();
            int from = source.out.length();
            source.enter(name);
            switch (key) {
                case JsonScalar scalar -> scalar.readKey(name, source);
                case JsonEnum constant -> constant.readKey(name, source);
                default -> throw new AssertionError(key);
            }
            if (!seen.add(EncodedKey.since(from, source.out))) {
                throw source.error("a key appears twice key=" + JsonSource.shortened(name));
            }
            source.next();
            value.read(source);
            source.leave();
        }
        source.out.insertCount(start, seen.size());
    }
}
