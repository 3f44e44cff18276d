package io.millrace.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What the fuzzer calls. The first byte of an input names the target, so that one search covers all of them; new
 * targets come last, since the corpus refers to them by their place.
 */
public final class Fuzz {
    private static final List<Target> TARGETS = List.of(
            new BinaryTarget(),
            new SchemaTarget(),
            new EvolutionTarget(),
            new YamlTarget(),
            new CallsTarget(),
            new FormatTarget());

    private Fuzz() {}

    /**
     * Gives one input to the target that it names.
     *
     * @param input the input; an empty one is nothing
     * @throws AssertionError where what must hold does not
     */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length > 0) {
            TARGETS.get((input[0] & 0xFF) % TARGETS.size()).accept(Arrays.copyOfRange(input, 1, input.length));
        }
    }

    /** Valid inputs of all targets. */
    static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (int i = 0; i < TARGETS.size(); i++) {
            for (byte[] seed : TARGETS.get(i).seeds()) {
                seeds.add(Bytes.join(new byte[] {(byte) i}, seed));
            }
        }
        return seeds;
    }
}
