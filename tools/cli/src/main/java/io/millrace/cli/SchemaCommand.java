package io.millrace.cli;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.journal.Index;
import io.millrace.text.JsonSchema;
import io.millrace.text.SchemaText;
import io.millrace.wire.CallSchema;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ObjLongConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the schemas of a channel's calls. */
@Command(
        name = "schema",
        description = {
            "Show the schemas of the calls in a channel: their parameters, and every type that these use.",
            "A schema that was changed is shown again, with the index of the first call that was written under it."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  millrace schema data/bars", "  millrace schema --json-schema data/bars > bars.schema.json"})
final class SchemaCommand implements Runnable {
    private final Console console;

    @Parameters(index = "0", paramLabel = "PATH", description = "The directory of the channel.")
    private Path path;

    @Option(
            names = "--json-schema",
            description = {
                "Write a JSON Schema (draft 2020-12) of the lines that dump --format json shows,",
                "with the newest schema of each call."
            })
    private boolean json;

    SchemaCommand(Console console) {
        this.console = console;
    }

    @Override
    public void run() {
        if (!json) {
            forEach((schema, index) -> {
                console.out().line(Colour.PLACE.paint("--- # from " + Index.toText(index) + " on", console.terminal()));
                console.out().print(SchemaText.of(schema));
            });
            return;
        }
        Map<String, CallSchema> newest = new LinkedHashMap<>();
        forEach((schema, _) -> newest.put(schema.interfaceName() + "." + schema.methodName(), schema));
        console.out().print(JsonSchema.of(List.copyOf(newest.values())));
    }

    /** Reports each schema when it is read, so that those before damage are shown. */
    private void forEach(ObjLongConsumer<CallSchema> to) {
        Set<CallSchema> known = new HashSet<>();
        try (Channel channel = Channels.readOnly(path);
                ChannelCursor cursor = channel.cursor()) {
            // Comparing schemas costs more than comparing identities.
            Set<CallSchema> met = Collections.newSetFromMap(new IdentityHashMap<>());
            for (ChannelCursor.Entry entry = cursor.next(); entry != ChannelCursor.Entry.END; entry = cursor.next()) {
                if (entry == ChannelCursor.Entry.CALL && met.add(cursor.schema()) && known.add(cursor.schema())) {
                    to.accept(cursor.schema(), cursor.index());
                }
            }
        }
    }
}
