package io.millrace.fuzz;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.Schema;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The input is the type's number, a writer's schema with its length, and a message of the schema, which is read as the
 * type.
 */
final class EvolutionTarget implements Target {
    private final List<Class<?>> types = Samples.types();

    @Override
    public void accept(byte[] input) {
        if (input.length < 3) {
            return;
        }
        Class<?> type = types.get((input[0] & 0xFF) % types.size());
        byte[] counted = Arrays.copyOfRange(input, 1, input.length);
        int end = 3 + Bytes.counted(counted, counted.length - 2);
        byte[] bytes = Arrays.copyOfRange(input, 3, end);
        try {
            Schema schema = Schema.decode(MemorySegment.ofArray(bytes), 0, bytes.length);
            // A new wire each time, so that code generated for malicious schemas is unloaded with it.
            Wire wire = Samples.wire();
            wire.decoder(type, schema).read(BinaryInput.of(Arrays.copyOfRange(input, end, input.length)));
        } catch (WireException e) {
            Guard.check(!e.getMessage().isEmpty(), "an error has no message");
        }
    }

    @Override
    public List<byte[]> seeds() {
        Wire wire = Samples.wire();
        List<byte[]> seeds = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            byte[] seed =
                    SchemaTarget.seed(wire, types.get(i), Samples.messages().get(i));
            seeds.add(Bytes.join(new byte[] {(byte) i}, seed));
        }
        return seeds;
    }
}
