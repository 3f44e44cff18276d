/** Messages as YAML, JSON and CSV, streams of messages in every format, and schemas as text. */
module io.millrace.text {
    requires com.fasterxml.jackson.core;
    requires transitive io.millrace.wire;
    requires org.snakeyaml.engine;

    exports io.millrace.text;

    provides io.millrace.wire.TextFormats with
            io.millrace.text.TextTranscoders;
}
