package io.millrace.fuzz;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The entry point for the fuzzer. The first byte of an input selects the target, so that one search covers all of them;
 * new targets are added at the end, since the corpus refers to them by their number.
 */
public final class Fuzz {
    private static final List<Target> TARGETS = List.of(
            new BinaryTarget(),
            new SchemaTarget(),
            new EvolutionTarget(),
            new YamlTarget(),
            new CallsTarget(),
            new FormatTarget(),
            new ProtocolTarget(),
            new TraceTarget(),
            new ConsoleTarget(),
            new ClientsTarget(),
            new FollowerTarget(),
            new FixTarget(),
            new WebSocketTarget(),
            new MapTarget(),
            new LedgerTarget(),
            new IntakeTarget(),
            new BatchTarget(),
            new DagTarget(),
            new LedgerFileTarget());

    private Fuzz() {}

    /**
     * Passes one input to the target that it selects.
     *
     * @param input the input; an empty one is ignored
     * @throws AssertionError if a condition of the target does not hold
     */
    public static void fuzzerTestOneInput(byte[] input) {
        if (input.length > 0) {
            TARGETS.get((input[0] & 0xFF) % TARGETS.size()).accept(Arrays.copyOfRange(input, 1, input.length));
        }
    }

    /** Releases what the targets hold; the fuzzer calls it at its end. */
    public static void fuzzerTearDown() {
        TARGETS.forEach(Target::close);
    }

    /** Returns valid inputs of all targets. */
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
