package io.millrace.channel;

import io.millrace.journal.KeyProvider;
import io.millrace.wire.CallSchema;
import io.millrace.wire.FieldReader;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Determines the subjects of the calls of a writer, which numbers its calls from 0. For one thread. */
final class CallSubjects {

    /** So that neither a hash is made for each message nor memory grows with the number of subjects. */
    private static final int MOST_KNOWN = 1_024;

    private final KeyProvider keys;
    private final Map<String, String> known = new HashMap<>();
    private final String standard;
    private final Optional<String> path;
    private final List<Optional<FieldReader>> readers = new ArrayList<>();
    private final List<String> methods = new ArrayList<>();
    private boolean isTold;

    CallSubjects(String channel, ChannelEncryption encryption) {
        this.standard = channel;
        this.path = encryption.subjectField();
        this.keys = encryption.keys();
    }

    /** Returns the subject of a call with these arguments. */
    String of(int call, CallTable calls, MemorySegment memory, long offset, int length) {
        if (path.isEmpty()) {
            return standard;
        }
        if (readers.size() <= call) {
            learn(calls);
        }
        Optional<FieldReader> reader = readers.get(call);
        String subject = reader.isEmpty()
                ? standard
                : reader.get().read(memory, offset, length).orElse(standard);
        return subject.isEmpty() || subject.equals(standard) ? standard : stated(subject);
    }

    /** Finds the field in all calls that the writer knows now, and says where none has it: a path may be misspelt. */
    private void learn(CallTable calls) {
        while (readers.size() < calls.size()) {
            CallSchema schema = calls.schema(readers.size());
            readers.add(FieldReader.of(schema, path.orElseThrow()));
            methods.add(schema.methodName());
        }
        if (!isTold && readers.stream().allMatch(Optional::isEmpty)) {
            isTold = true;
            System.getLogger(CallSubjects.class.getPackageName())
                    .log(
                            System.Logger.Level.WARNING,
                            "no call so far has the field that names subjects, so their subject is the channel"
                                    + " channel=" + standard + " subjectField=" + path.get() + " calls=" + methods);
        }
    }

    private String stated(String subject) {
        if (known.size() == MOST_KNOWN && !known.containsKey(subject)) {
            known.clear();
        }
        return known.computeIfAbsent(subject, keys::subject);
    }
}
