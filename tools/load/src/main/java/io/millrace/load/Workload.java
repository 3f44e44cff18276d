package io.millrace.load;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;

/**
 * The operations of a run: their kinds by weight, and the generators of their values. Which kind operation n is, and
 * its values, follow from the seed and n. Immutable.
 */
public final class Workload {
    private static final long KIND_SALT = 0x5851f42d4c957f2dL;

    private final long seed;
    private final List<String> setUp;
    private final List<OperationSpec> operations;
    /** For each kind, the generators of its parameters. */
    private final List<Generator[]> generators = new ArrayList<>();

    private final Map<String, Generator> values;
    private final long[] weights;
    /** Whether all operations are equal, so that nothing is drawn. */
    private final boolean isConstant;

    Workload(long seed, List<String> setUp, List<OperationSpec> operations, Map<String, Generator> values) {
        this.seed = seed;
        this.setUp = List.copyOf(setUp);
        this.operations = List.copyOf(operations);
        this.values = Map.copyOf(values);
        weights = new long[operations.size()];
        long sum = 0;
        for (int i = 0; i < weights.length; i++) {
            sum += operations.get(i).weight();
            weights[i] = sum;
            generators.add(operations.get(i).parameters().stream()
                    .map(parameter -> Objects.requireNonNull(values.get(parameter.name())))
                    .toArray(Generator[]::new));
        }
        isConstant = weights.length == 1 && mostParameters() == 0;
    }

    /**
     * Reads a file of YAML.
     *
     * @throws LoadException if there is none or something in it is wrong; the message begins with file, line and column
     */
    public static Workload read(Path file) {
        return WorkloadReader.read(file);
    }

    /**
     * Returns a workload of one kind of operation, without parameters.
     *
     * @param name its name in reports and logs
     * @param fields what it does, in words of the target
     */
    public static Workload of(String name, Map<String, String> fields) {
        SequencedMap<String, Template> templates = new LinkedHashMap<>();
        fields.forEach((field, text) -> templates.put(field, Template.parse(text, List.of())));
        OperationSpec only = new OperationSpec(name, 1, List.of(), templates, "command line");
        return new Workload(0, List.of(), List.of(only), Map.of());
    }

    /** Returns the same without anything to set up. */
    public Workload withoutSetUp() {
        return new Workload(seed, List.of(), operations, values);
    }

    /** Returns the kinds of operations. */
    public List<OperationSpec> operations() {
        return operations;
    }

    /** Returns the set-up statements of the target, in its own language. */
    public List<String> setUp() {
        return setUp;
    }

    /** Returns which kind an operation is, and begins the random numbers of its values. */
    int kind(Randomness random, long sequence) {
        if (isConstant) {
            return 0;
        }
        random.start(seed ^ KIND_SALT, sequence);
        if (weights.length == 1) {
            return 0;
        }
        long point = random.below(weights[weights.length - 1]);
        int kind = 0;
        while (point >= weights[kind]) {
            kind++;
        }
        return kind;
    }

    Generator[] generators(int kind) {
        return generators.get(kind);
    }

    /** Returns the most parameters that a kind of operation has. */
    int mostParameters() {
        return generators.stream().mapToInt(list -> list.length).max().orElse(0);
    }
}
