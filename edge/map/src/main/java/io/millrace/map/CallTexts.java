package io.millrace.map;

import io.millrace.text.YamlCallText;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.WireException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Writes calls of a map as YAML. One thread at a time. */
final class CallTexts {

    private final Path directory;
    private final Map<CallSchema, YamlCallText> texts = new HashMap<>();

    CallTexts(Path directory) {
        this.directory = directory;
    }

    /** Returns the document of a call, which ends with a line break. */
    String of(MapForm form, BinaryInput arguments, long index) {
        StringBuilder document = new StringBuilder();
        try {
            texts.computeIfAbsent(form.schema(), YamlCallText::of).write(arguments, document);
        } catch (WireException e) {
            throw MapDirectory.damaged(directory, index, e);
        }
        return document.toString();
    }
}
