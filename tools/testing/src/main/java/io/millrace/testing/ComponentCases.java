package io.millrace.testing;

import io.millrace.service.ComponentFactory;
import io.millrace.wire.Wire;
import io.millrace.wire.WireTypes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * Tests of a component that are folders of calls. {@code in.yaml} holds the calls that the component gets, {@code
 * out.yaml} those that it must make, and {@code setup.yaml}, if there is one, calls that come first and whose outputs
 * do not count. All are YAML streams, a call a document, as {@code millrace dump} writes them. What the component
 * throws is an output too, the call {@code thrown}, in place of what it had written for that input.
 *
 * {@snippet :
 * @TestFactory
 * Stream<DynamicNode> crossOver() {
 *     return ComponentCases.of(outputs -> new CrossOver(outputs.as(Signals.class)))
 *             .in(Path.of("src/test/data/cross-over"));
 * }
 * }
 *
 * <p>Every folder is also tested with its inputs disturbed, by each {@link Mutation}: the outputs must be the same
 * when the same is done again, each {@link Invariant} must hold, and nothing may be thrown that was not announced. A
 * field that is missing is the exception: there the component may throw what it likes.
 *
 * <p>With system property {@code millrace.testing.regenerate} or environment variable {@code
 * MILLRACE_TESTING_REGENERATE} set to {@code true}, {@code out.yaml} is written instead of compared, with the
 * comments of {@code in.yaml} carried over.
 *
 * <p>Used by one thread; the tests that it gives may run in parallel.
 */
public final class ComponentCases {
    private final ComponentFactory<?> factory;
    private final List<Class<?>> reads = new ArrayList<>();
    private final Set<Mutation> mutations = EnumSet.allOf(Mutation.class);
    private final Set<Class<? extends RuntimeException>> mayThrow = new HashSet<>();
    private final List<Invariant> invariants = new ArrayList<>();
    private WireTypes types = WireTypes.none();

    private ComponentCases(ComponentFactory<?> factory) {
        this.factory = factory;
    }

    /**
     * Tests of the component that the factory makes; it is made anew for every run.
     *
     * @param factory makes a component on its outputs
     */
    public static ComponentCases of(ComponentFactory<?> factory) {
        return new ComponentCases(factory);
    }

    /** Gives the component calls of these interfaces; otherwise of all that its class implements. */
    public ComponentCases reads(Class<?>... interfaces) {
        reads.addAll(List.of(interfaces));
        return this;
    }

    /** Allows these types where the declared type does not say what may come. */
    public ComponentCases types(WireTypes allowed) {
        types = allowed;
        return this;
    }

    /** Leaves out ways to disturb the inputs. */
    public ComponentCases without(Mutation... left) {
        mutations.removeAll(List.of(left));
        return this;
    }

    /** Announces something that the component may throw when its inputs are dropped, duplicated or reordered. */
    public ComponentCases mayThrow(Class<? extends RuntimeException> exception) {
        mayThrow.add(exception);
        return this;
    }

    /** Adds something that holds always. */
    public ComponentCases invariant(Invariant invariant) {
        invariants.add(invariant);
        return this;
    }

    /**
     * Returns the tests of a folder with {@code in.yaml}, or of every folder with one below it, by their names.
     *
     * @throws TestingException where there is none
     */
    public Stream<DynamicNode> in(Path folder) {
        List<Path> folders;
        try (Stream<Path> paths = Files.walk(folder)) {
            folders = paths.filter(path -> Files.exists(path.resolve(ComponentCase.IN)))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new TestingException("the folder cannot be read folder=" + folder.toAbsolutePath(), e);
        }
        if (folders.isEmpty()) {
            throw new TestingException("there is no " + ComponentCase.IN + " folder=" + folder.toAbsolutePath());
        }
        Subject subject = Subject.of(factory, Wire.of(types), reads);
        ComponentCase.Rules rules = new ComponentCase.Rules(mayThrow, invariants);
        return folders.stream().map(path -> tests(folder, ComponentCase.open(path, subject, rules)));
    }

    private DynamicNode tests(Path root, ComponentCase test) {
        Path relative = root.relativize(test.folder());
        String name = relative.toString().isEmpty() ? root.getFileName().toString() : relative.toString();
        List<DynamicNode> nodes = new ArrayList<>();
        nodes.add(DynamicTest.dynamicTest(
                ComponentCase.OUT, test.folder().resolve(ComponentCase.IN).toUri(), test::compare));
        for (Mutation mutation : mutations) {
            nodes.add(DynamicTest.dynamicTest(mutation.label(), () -> test.check(mutation)));
        }
        return DynamicContainer.dynamicContainer(name, nodes);
    }
}
