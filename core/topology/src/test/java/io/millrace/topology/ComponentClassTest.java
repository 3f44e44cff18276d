package io.millrace.topology;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.service.Outputs;
import io.millrace.wire.WireTypes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComponentClassTest {
    /** An output. */
    interface Sums {
        void sum(long value);
    }

    /** Another output. */
    interface Notes {
        void note(String text);

        default void empty() {
            note("");
        }
    }

    enum Mode {
        FAST_START,
        SAFE
    }

    /** A component with a parameter of every kind. */
    static final class Everything {
        final List<Object> arguments;

        public Everything(
                Sums sums,
                String text,
                Notes notes,
                int number,
                double factor,
                boolean loud,
                Mode mode,
                Path file,
                Duration pause,
                List<String> names,
                List<Class<?>> classes,
                Optional<Long> limit,
                Optional<Path> extra,
                WireTypes types) {
            arguments = List.of(
                    sums, text, notes, number, factor, loud, mode, file, pause, names, classes, limit, extra, types);
        }
    }

    /** Two constructors. */
    static final class Twice {
        public Twice() {}

        public Twice(String text) {
            assert text != null;
        }
    }

    /** A parameter that a topology cannot give. */
    static final class Strange {
        public Strange(Runnable output, Thread thread) {
            assert output != null && thread != null;
        }
    }

    /** A constructor that throws. */
    static final class Failing {
        public Failing(Sums sums) {
            throw new IllegalStateException("no luck today");
        }
    }

    private static ComponentSpec everything() {
        return ComponentSpec.of(Everything.class)
                .writes("sums")
                .argument("text", "${data}/x")
                .argument("number", 12)
                .argument("factor", "1.5")
                .argument("loud", true)
                .argument("mode", "fast-start")
                .argument("file", "/tmp/file")
                .argument("pause", "250ms")
                .argument("names", List.of("a", "${data}"))
                .argument("classes", List.of(String.class, Mode.class))
                .argument("limit", "5");
    }

    private static ComponentClass load(ComponentSpec spec) {
        Topology topology = topology(spec);
        try (TopologyClassPath classPath =
                TopologyClassPath.open(topology, ComponentClassTest.class.getClassLoader())) {
            return ComponentClass.load(topology, "it", classPath);
        }
    }

    private static Topology topology(ComponentSpec spec) {
        return Topology.builder("test")
                .classpath("/nowhere/classes")
                .channel("sums", ChannelSpec.journal())
                .component("it", spec.writes("sums"))
                .build();
    }

    private static Object create(ComponentSpec spec) {
        ComponentClass loaded = load(spec);
        ParameterValues values = ParameterValues.of(topology(spec), Map.of(), Path.of("/d"));
        Map<String, Object> arguments =
                loaded.values(values, new ArgumentConversion(ComponentClassTest.class.getClassLoader()));
        Sums sums = value -> {};
        Notes notes = text -> {};
        return loaded.create(arguments, WireTypes.none(), new Outputs() {
            @Override
            public <T> T as(Class<T> type) {
                return type.cast(type == Sums.class ? sums : notes);
            }
        });
    }

    private static String error(ComponentSpec spec) {
        return assertThrows(TopologyException.class, () -> create(spec)).getMessage();
    }

    @Test
    void argumentsAreConvertedAndInterfacesAreOutputs() {
        assertEquals(List.of(Sums.class, Notes.class), load(everything()).outputs());
        List<Object> arguments = assertInstanceOf(Everything.class, create(everything())).arguments;
        assertEquals("/d/x", arguments.get(1));
        assertEquals(
                List.of(
                        12,
                        1.5,
                        true,
                        Mode.FAST_START,
                        Path.of("/tmp/file"),
                        Duration.ofMillis(250),
                        List.of("a", "/d"),
                        List.of(String.class, Mode.class),
                        Optional.of(5L),
                        Optional.empty(),
                        WireTypes.none()),
                arguments.subList(3, arguments.size()));
    }

    @Test
    void aClassThatIsNotThereIsAnErrorThatNamesWhereItWasLookedFor() {
        String message = error(ComponentSpec.of("example.Absent"));
        assertEquals(
                "topology=test: component=it class=example.Absent is not on the class path:"
                        + " searched /nowhere/classes (which does not exist), the class path of the program",
                message);
    }

    @Test
    void aClassWhoseNameIsMisspeltIsAnErrorWithTheNearestOne() {
        String name = ComponentClassTest.class.getName();
        Topology topology = Topology.builder("test")
                .classpath(Path.of("target/test-classes").toAbsolutePath().toString())
                .channel("numbers", ChannelSpec.journal())
                .component("it", ComponentSpec.of(name.replace("Class", "Clas")).writes("numbers"))
                .build();
        TopologyException error = assertThrows(
                TopologyException.class,
                () -> TopologyRunner.open(topology, RunOptions.in(Path.of("target/none")))
                        .close());
        assertTrue(error.getMessage().endsWith("; did you mean " + name + "?"), error.getMessage());
    }

    @Test
    void anArgumentThatIsWrongMissingOrUnknownIsAnErrorThatNamesIt() {
        assertTrue(error(everything().argument("numbr", 1))
                .contains("component=it argument=numbr is no parameter of the constructor of class="
                        + Everything.class.getName() + "; did you mean number?"));
        assertTrue(error(ComponentSpec.of(Everything.class)).contains("argument=text (java.lang.String)"));
        assertTrue(error(everything().argument("number", "twelve"))
                .contains("component=it argument=number value=twelve is not a number (int)"));
        assertTrue(
                error(everything().argument("mode", "quick")).endsWith("value=quick is not one of FAST_START, SAFE"));
        assertTrue(error(everything().argument("loud", "yes")).endsWith("value=yes is neither true nor false"));
        assertTrue(error(everything().argument("text", List.of("a", "b"))).contains("value=[a, b] is a list"));
        assertTrue(
                error(everything().argument("classes", "example.Absent")).endsWith("is a class that cannot be found"));
        assertTrue(error(everything().argument("pause", "soon"))
                .contains("value=soon is not a duration such as 250ms, 10s or PT10S"));
    }

    @Test
    void aClassThatIsNoComponentIsAnErrorThatSaysWhy() {
        assertTrue(error(ComponentSpec.of(Twice.class)).contains("has constructors=2 that are public"));
        assertTrue(error(ComponentSpec.of(Sums.class)).contains("is abstract"));
        assertTrue(
                error(ComponentSpec.of(Strange.class)).contains("has a constructor parameter java.lang.Thread thread"));
        assertTrue(error(ComponentSpec.of(Failing.class))
                .contains("could not be created: java.lang.IllegalStateException: no luck today"));
    }

    @Test
    void anInterfaceWithAResultIsNoOutput() {
        assertTrue(ComponentClass.isOutput(Notes.class));
        assertTrue(!ComponentClass.isOutput(Comparable.class));
        assertTrue(!ComponentClass.isOutput(String.class));
    }
}
