package io.millrace.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Assertions;

/**
 * One folder of calls. Immutable; each check makes its own components.
 *
 * @param folder where the files are
 * @param subject the component
 * @param rules what must hold
 * @param setup the calls before those that count
 * @param inputs the calls in
 */
record ComponentCase(Path folder, Subject subject, Rules rules, List<RecordedCall> setup, CallFile inputs) {
    static final String SETUP = "setup.yaml";
    static final String IN = "in.yaml";
    static final String OUT = "out.yaml";

    /**
     * What must hold for the outputs of disturbed inputs.
     *
     * @param mayThrow what a component may throw when it is given inputs that are dropped, duplicated or reordered
     * @param invariants what holds always
     */
    record Rules(Set<Class<? extends RuntimeException>> mayThrow, List<Invariant> invariants) {
        Rules {
            mayThrow = Set.copyOf(mayThrow);
            invariants = List.copyOf(invariants);
        }
    }

    static ComponentCase open(Path folder, Subject subject, Rules rules) {
        Path setup = folder.resolve(SETUP);
        List<RecordedCall> before = Files.exists(setup)
                ? CallFile.read(setup, subject.wire(), subject.inputs()).calls()
                : List.of();
        CallFile inputs = CallFile.read(folder.resolve(IN), subject.wire(), subject.inputs());
        return new ComponentCase(folder, subject, rules, before, inputs);
    }

    /** Compares the outputs with {@code out.yaml}, or writes that file. */
    void compare() {
        Path file = folder.resolve(OUT);
        List<RecordedCall> outputs = outputs(Gate.Arguments.REUSED, inputs.calls());
        rules.invariants().forEach(invariant -> invariant.check(inputs.calls(), outputs));
        if (TestingSettings.regenerate()) {
            CallFile.write(file, inputs, outputs);
            return;
        }
        String hint =
                "To accept what came, run the tests once with -D" + TestingSettings.REGENERATE_PROPERTY + "=true or "
                        + TestingSettings.REGENERATE_VARIABLE + "=true in the environment, and read what has changed.";
        if (!Files.exists(file)) {
            throw new AssertionError("there is no " + file + "\n" + hint);
        }
        CallFile expected = CallFile.read(file, subject.wire(), subject.outputs());
        String difference = CallDifference.between(expected.calls(), outputs);
        if (!difference.isEmpty()) {
            Assertions.fail("the outputs are not those of " + file + "\n" + difference + hint);
        }
    }

    /** Disturbs the inputs everywhere in one way. */
    void check(Mutation mutation) {
        switch (mutation) {
            case DROP -> Disturbance.drops(inputs.calls()).forEach(this::checkUnlessThrown);
            case DUPLICATE -> Disturbance.duplicates(inputs.calls()).forEach(this::checkUnlessThrown);
            case REORDER -> Disturbance.reorders(inputs.calls()).forEach(this::checkUnlessThrown);
            case MISSING_FIELD ->
                Disturbance.missingFields(subject, inputs.calls()).forEach(this::check);
            case RESTART -> checkRestarts();
            case SCRIBBLE ->
                assertSame(
                        "with arguments that are scribbled over after each call",
                        outputs(Gate.Arguments.KEPT, inputs.calls()),
                        outputs(Gate.Arguments.SCRIBBLED, inputs.calls()));
        }
    }

    private void checkUnlessThrown(Disturbance disturbance) {
        for (RecordedCall output : check(disturbance)) {
            output.deliver(Thrown.class, failure -> {
                boolean allowed = rules.mayThrow().stream()
                        .anyMatch(type -> type.getName().equals(failure.type()));
                if (!allowed) {
                    Assertions.fail(disturbance.description() + " the component threw " + failure.type() + ": "
                            + failure.message() + " folder=" + folder);
                }
            });
        }
    }

    /** Checks that the invariants hold, and that the same inputs produce the same outputs again. */
    private List<RecordedCall> check(Disturbance disturbance) {
        List<RecordedCall> outputs = outputs(Gate.Arguments.REUSED, disturbance.inputs());
        assertSame(
                disturbance.description() + ", a second time",
                outputs,
                outputs(Gate.Arguments.REUSED, disturbance.inputs()));
        for (Invariant invariant : rules.invariants()) {
            try {
                invariant.check(disturbance.inputs(), outputs);
            } catch (AssertionError e) {
                throw new AssertionError(disturbance.description() + ": " + e.getMessage() + " folder=" + folder, e);
            }
        }
        return outputs;
    }

    private void checkRestarts() {
        List<RecordedCall> undisturbed = outputs(Gate.Arguments.REUSED, inputs.calls());
        for (int position : Disturbance.positions(inputs.calls().size())) {
            String description = "restarted before " + Disturbance.described(inputs.calls(), position);
            ComponentRun first = new ComponentRun(subject, Gate.Arguments.REUSED);
            first.setUp(setup);
            inputs.calls().subList(0, position).forEach(first::take);
            List<RecordedCall> snapshot = first.snapshot();
            ComponentRun second = new ComponentRun(subject, Gate.Arguments.REUSED);
            List<RecordedCall> wanted = undisturbed;
            if (snapshot == null) {
                second.setUp(setup);
                inputs.calls().subList(0, position).forEach(second::take);
            } else {
                second.restore(snapshot);
                second.continues(first);
                wanted = undisturbed.subList(first.outputs().size(), undisturbed.size());
            }
            inputs.calls().subList(position, inputs.calls().size()).forEach(second::take);
            assertSame(description, wanted, second.outputs());
        }
    }

    private List<RecordedCall> outputs(Gate.Arguments arguments, List<RecordedCall> calls) {
        return ComponentRun.outputs(subject, arguments, setup, calls);
    }

    private void assertSame(String description, List<RecordedCall> expected, List<RecordedCall> actual) {
        String difference = CallDifference.between(expected, actual);
        if (!difference.isEmpty()) {
            Assertions.fail(description + " the outputs are others folder=" + folder + "\n" + difference);
        }
    }
}
