package io.millrace.channel;

import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.journal.Index;
import io.millrace.wire.CallSchema;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Writes a channel as text that {@link ChannelImport} converts back, both without the classes of its messages: its
 * calls as YAML documents, each with its index and time in a comment, and before them their schemas.
 *
 * <pre>
 * # millrace export 2                      begins a section: the schemas of its calls, then the calls
 * # journal 5d32f1f8eea8ae73f3a7d038535ac93b trades
 * # schema AAEx...                         the schema of a call as it is in the channel, in base 64
 * ---
 * # 0:4096 2026-03-01T12:30:00.123456789Z  its index and when it was written
 * trade: {symbol: BTCUSD, price: 801.0}
 * # millrace export end 1                  the last line: the number of calls in the export
 * </pre>
 *
 * <p>A section has one schema for each method of each interface; a further schema begins a new section. An
 * export without its last line is truncated. Version 1 has no such line. The notes of
 * a service about its inputs, snapshot marks and histories are left out: they refer to other journals.
 * Encrypted calls whose key was deleted are left out too, and so are openings of periods, unless the channel
 * begins with an opening: they repeat the calls before them.
 */
public final class ChannelExport {

    static final String VERSIONS = "# millrace export ";
    static final String HEADER = VERSIONS + "2";
    static final String HEADER_WITHOUT_END = VERSIONS + "1";
    static final String END = "# millrace export end ";
    static final String SCHEMA = "# schema ";

    private ChannelExport() {}

    /**
     * Writes the present calls.
     *
     * @param channel a channel that is kept in a journal
     * @param out gets the text in parts
     * @return how many calls were written, and how many were unreadable
     */
    public static ExportReport write(Channel channel, Consumer<String> out) {
        String origin = "# journal " + channel.journal().orElseThrow().id() + " " + channel.name() + "\n";
        Map<String, CallSchema> section = new LinkedHashMap<>();
        ExportReport report = walk(channel, cursor -> {
            CallSchema schema = cursor.schema();
            if (!schema.equals(section.put(schema.methodName(), schema))) {
                out.accept(header(origin, section));
            }
            out.accept("---\n# " + Index.toText(cursor.index()) + " " + ChannelText.instant(cursor.timeNs()) + "\n");
            String yaml = cursor.yaml();
            out.accept(yaml.endsWith("\n") ? yaml : yaml + "\n");
        });
        if (report.calls() == 0) {
            out.accept(header(origin, section));
        }
        out.accept(END + report.calls() + "\n");
        return report;
    }

    /**
     * Walks over the calls that an export has, in whatever form: the present readable calls, without openings of
     * periods.
     *
     * @param channel a channel that is kept in a journal
     * @param call gets the cursor on each
     * @return how many there were, and how many were unreadable
     */
    public static ExportReport walk(Channel channel, Consumer<ChannelCursor> call) {
        long calls = 0;
        long unreadable = 0;
        try (ChannelCursor cursor = channel.cursor()) {
            cursor.leaveOutOpenings();
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL && cursor.hasKeys() && !cursor.isReadable()) {
                    unreadable++;
                } else if (entry == Entry.CALL) {
                    call.accept(cursor);
                    calls++;
                }
            }
        }
        return new ExportReport(calls, unreadable);
    }

    private static String header(String origin, Map<String, CallSchema> section) {
        StringBuilder header = new StringBuilder(HEADER).append('\n').append(origin);
        for (CallSchema schema : section.values()) {
            header.append(SCHEMA)
                    .append(Base64.getEncoder().encodeToString(schema.encode()))
                    .append('\n');
        }
        return header.toString();
    }
}
