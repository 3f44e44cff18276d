package io.millrace.map;

import io.millrace.wire.CallSchema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The calls that a map has met, and the forms of its entries in the order in which they were met. One thread at a time
 * adds; any thread may read the forms.
 */
final class MapForms {

    /** More schemas of entries than this are refused: a reader has a decoder for each. */
    private static final int MAX_FORMS = 1 << 10;

    private final Path directory;
    private final List<Known> known = new ArrayList<>();
    private volatile MapForm[] entries = new MapForm[0];

    /**
     * A schema that was met.
     *
     * @param schema the schema of the call
     * @param call what it does
     * @param form the form of the entry; null for a call without a key
     */
    record Known(CallSchema schema, MapCall call, MapForm form) {}

    MapForms(Path directory) {
        this.directory = directory;
    }

    /** Returns the forms that entries have; the number of the first is 1. */
    MapForm[] entries() {
        return entries;
    }

    /** Returns what is known of a call. */
    @SuppressWarnings("ReferenceEquality") // a tailer returns the same object for all calls of one schema
    Known of(CallSchema schema) {
        for (int i = known.size() - 1; i >= 0; i--) {
            Known each = known.get(i);
            if (each.schema == schema) {
                return each;
            }
        }
        Known met = meet(schema);
        if (known.size() > 4 * MAX_FORMS) { // of earlier tailers
            known.clear();
        }
        known.add(met);
        return met;
    }

    private Known meet(CallSchema schema) {
        if (!schema.interfaceName().equals(MapForm.INTERFACE)) {
            throw new MapException("directory holds other calls than those of a map directory=" + directory
                    + " interface=" + schema.interfaceName() + " method=" + schema.methodName());
        }
        MapForm.checkShape(schema, directory);
        return switch (schema.methodName()) {
            case MapForm.BEGUN -> new Known(schema, MapCall.BEGUN, null);
            case MapForm.COMPACTED -> new Known(schema, MapCall.COMPACTED, null);
            case MapForm.REMOVED -> new Known(schema, MapCall.REMOVED, new MapForm(0, schema));
            case MapForm.PUT -> new Known(schema, MapCall.PUT, entry(schema));
            case MapForm.KEPT -> new Known(schema, MapCall.KEPT, entry(MapForm.named(MapForm.PUT, schema)));
            default -> throw newer(directory, "method=" + schema.methodName());
        };
    }

    private MapForm entry(CallSchema put) {
        for (MapForm form : entries) {
            if (form.schema().equals(put)) {
                return form;
            }
        }
        MapForm form = new MapForm(entries.length + 1, put);
        if (form.number() > MAX_FORMS) {
            throw new MapException("entries have too many forms directory=" + directory + " limit=" + MAX_FORMS);
        }
        MapForm[] more = Arrays.copyOf(entries, form.number());
        more[form.number() - 1] = form;
        entries = more;
        return form;
    }

    static MapException newer(Path directory, String what) {
        return new MapException("map was written by a newer version of Millrace directory=" + directory + " known="
                + MapForm.VERSION + " " + what);
    }
}
