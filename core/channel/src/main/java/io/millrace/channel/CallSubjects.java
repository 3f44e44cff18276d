package io.millrace.channel;

import io.millrace.wire.CallSchema;
import io.millrace.wire.FieldReader;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Determines the subjects of the calls of a writer, which numbers its calls from 0. For one thread. */
final class CallSubjects {

    private final String standard;
    private final Optional<String> path;
    private final List<Optional<FieldReader>> readers = new ArrayList<>();

    CallSubjects(String channel, Optional<String> path) {
        this.standard = channel;
        this.path = path;
    }

    /** Returns the subject of a call with these arguments. */
    String of(int call, CallTable calls, MemorySegment memory, long offset, int length) {
        if (path.isEmpty()) {
            return standard;
        }
        while (readers.size() <= call) {
            CallSchema schema = calls.schema(readers.size());
            readers.add(FieldReader.of(schema, path.get()));
        }
        Optional<FieldReader> reader = readers.get(call);
        String subject = reader.isEmpty()
                ? standard
                : reader.get().read(memory, offset, length).orElse(standard);
        return subject.isEmpty() ? standard : subject;
    }
}
