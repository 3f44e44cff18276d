package io.millrace.kafka;

import io.millrace.text.JsonCallText;
import io.millrace.wire.ArgumentBounds;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Field;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Which parameters of a call the value of a record has, where the others are its key, headers, time or partition; and
 * the arguments of either side of a call. Used by one thread.
 */
final class ValueParameters {
    private final CallSchema value;
    private final JsonCallText text;
    private final ArgumentBounds ofCall;
    private final ArgumentBounds ofValue;
    private final boolean[] isInValue;
    private final boolean isWhole;

    /**
     * Divides the parameters of a call.
     *
     * @param elsewhere the names of those that the value does not have
     */
    ValueParameters(CallSchema call, Set<String> elsewhere) {
        List<Field> kept = new ArrayList<>();
        isInValue = new boolean[call.parameters().size()];
        for (int i = 0; i < isInValue.length; i++) {
            Field parameter = call.parameters().get(i);
            isInValue[i] = !elsewhere.contains(parameter.name());
            if (isInValue[i]) {
                kept.add(parameter);
            }
        }
        isWhole = kept.size() == isInValue.length;
        value = isWhole ? call : new CallSchema(call.interfaceName(), call.methodName(), kept, call.types());
        text = JsonCallText.of(value);
        ofCall = ArgumentBounds.of(call);
        ofValue = ArgumentBounds.of(value);
    }

    /** Returns the parameters in the value. */
    List<Field> parameters() {
        return value.parameters();
    }

    /** Returns whether the value has all parameters. */
    boolean isWhole() {
        return isWhole;
    }

    /** Returns whether the value has a parameter, by its number. */
    boolean has(int parameter) {
        return isInValue[parameter];
    }

    /** Returns the text of the arguments that the value has. */
    JsonCallText text() {
        return text;
    }

    /** Returns the arguments that the value has, of all arguments of a call. */
    byte[] arguments(byte[] all) {
        if (isWhole) {
            return all;
        }
        int[] ends = ofCall.ends(MemorySegment.ofArray(all), 0, all.length);
        BinaryOutput kept = BinaryOutput.allocate(Math.max(1, all.length));
        for (int i = 0; i < ends.length; i++) {
            int from = i == 0 ? 0 : ends[i - 1];
            if (isInValue[i] && ends[i] > from) {
                kept.writeFrom(all, from, ends[i] - from);
            }
        }
        return kept.toByteArray();
    }

    /** Returns where the arguments of a value end, in order. */
    int[] ends(byte[] arguments) {
        return ofValue.ends(MemorySegment.ofArray(arguments), 0, arguments.length);
    }
}
