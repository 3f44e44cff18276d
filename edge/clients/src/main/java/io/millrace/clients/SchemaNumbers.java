package io.millrace.clients;

import io.millrace.wire.CallSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Numbers the schemas of calls, from 0. For one thread. */
final class SchemaNumbers {

    /** A cursor reads the schemas anew in each segment, so the same ones come again as other objects. */
    private static final int MAX_OBJECTS = 1_024;

    private final Map<CallSchema, Integer> numbers = new HashMap<>();
    private final List<CallSchema> inOrder = new ArrayList<>();
    private final IdentityHashMap<CallSchema, Integer> objects = new IdentityHashMap<>();

    /** Returns the number of a schema. */
    int number(CallSchema schema) {
        Integer known = objects.get(schema);
        if (known != null) {
            return known;
        }
        if (objects.size() == MAX_OBJECTS) {
            objects.clear();
        }
        int number = numbers.computeIfAbsent(schema, _ -> numbers.size());
        if (number == inOrder.size()) {
            inOrder.add(schema);
        }
        objects.put(schema, number);
        return number;
    }

    /** Returns the schema that has a number. */
    CallSchema schema(int number) {
        return inOrder.get(number);
    }
}
