package io.millrace.text;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Transcoder;
import io.millrace.wire.WireException;

/** YAML in UTF-8. */
final class YamlTranscoder implements Transcoder {
    private static final int INITIAL = 512;

    private final YamlText yaml;
    private final TextOptions options;
    private final Utf8Input bytes = new Utf8Input();
    private final Utf8Output text = new Utf8Output(INITIAL, Integer.MAX_VALUE - 64);

    YamlTranscoder(Schema schema, TextOptions options) {
        this.yaml = YamlText.of(schema);
        this.options = options;
    }

    @Override
    public void fromBinary(BinaryInput in, BinaryOutput out) {
        text.clear();
        yaml.write(in, text);
        text.copyTo(out);
    }

    @Override
    public WireException located(BinaryInput in, WireException error, BinaryInput binary) {
        return yaml.located(in.readText(), options, error, binary);
    }

    @Override
    public void toBinary(BinaryInput in, BinaryOutput out) {
        int start = in.offset();
        bytes.fill(in);
        if (!yaml.readCanonical(bytes, options, out)) {
            in.rewind(start);
            yaml.readAny(yaml.document(in.readText(), options), options, out);
        }
    }
}
