package io.millrace.channel;

import io.millrace.wire.CallSchema;
import java.util.Arrays;

/** The calls that a writer knows, and the number of each one's schema record in the current segment. */
final class CallTable {

    private CallSchema[] schemas = new CallSchema[8];
    private byte[][] records = new byte[8][];
    private long[] numbers = new long[8];
    private int size;

    CallTable() {}

    /** Returns the number of {@code schema} in this table; adds it if it is new. */
    int add(CallSchema schema) {
        for (int call = 0; call < size; call++) {
            if (schemas[call].equals(schema)) {
                return call;
            }
        }
        if (size == schemas.length) {
            schemas = Arrays.copyOf(schemas, size * 2);
            records = Arrays.copyOf(records, size * 2);
            numbers = Arrays.copyOf(numbers, size * 2);
        }
        schemas[size] = schema;
        records[size] = Metadata.call(schema);
        numbers[size] = 0;
        return size++;
    }

    int size() {
        return size;
    }

    CallSchema schema(int call) {
        return schemas[call];
    }

    byte[] record(int call) {
        return records[call];
    }

    /** Returns the number of the schema record, 0 where the segment has none. */
    long number(int call) {
        return numbers[call];
    }

    void number(int call, long number) {
        numbers[call] = number;
    }

    /** Forgets all numbers, for another segment. */
    void forgetNumbers() {
        Arrays.fill(numbers, 0, size, 0);
    }
}
