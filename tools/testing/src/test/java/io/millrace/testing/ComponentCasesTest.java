package io.millrace.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.service.ComponentFactory;
import io.millrace.service.Snapshotting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComponentCasesTest {
    private static final String IN = """
        level:
          sensor: a
          value: 1.0
        ---
        # A rise is an alarm.
        level:
          sensor: a
          value: 3.0
        ---
        reset: []
        ---
        level:
          sensor: a
          value: 5.0
        ---
        level:
          sensor: a
          value: 9.0
        """;
    private static final String OUT = """
        # A comment is no difference.
        alarm:
          sensor: a
          rise: 2.0
        ---
        alarm: {sensor: a, rise: 4}
        """;

    @TempDir
    Path folder;

    /** Alarms at every rise; correct. */
    private static class Riser implements Levels {
        private final Alarms out;
        private double last = Double.NaN;

        Riser(Alarms out) {
            this.out = out;
        }

        @Override
        public void level(Level level) {
            if (level.value > last) {
                out.alarm(new Alarm(level.sensor, level.value - last, null));
            }
            last = level.value;
        }

        @Override
        public void reset() {
            last = Double.NaN;
        }
    }

    @BeforeEach
    void writeFiles() throws IOException {
        Files.writeString(folder.resolve("in.yaml"), IN);
        Files.writeString(folder.resolve("out.yaml"), OUT);
    }

    private static ComponentCases cases(java.util.function.Function<Alarms, Object> factory) {
        ComponentFactory<Object> made = outputs -> factory.apply(outputs.as(Alarms.class));
        return ComponentCases.of(made);
    }

    /** The message of each test that fails, by the test's name. */
    private Map<String, String> failures(ComponentCases cases) {
        Map<String, String> failures = new LinkedHashMap<>();
        run(cases.in(folder), failures);
        return failures;
    }

    private static void run(Stream<? extends DynamicNode> nodes, Map<String, String> failures) {
        nodes.forEach(node -> {
            switch (node) {
                case DynamicContainer container -> run(container.getChildren(), failures);
                case DynamicTest test -> {
                    try {
                        test.getExecutable().execute();
                    } catch (AssertionError e) {
                        failures.put(test.getDisplayName(), e.getMessage());
                    } catch (Throwable e) {
                        throw new IllegalStateException(test.getDisplayName(), e);
                    }
                }
                default -> throw new IllegalStateException(node.getDisplayName());
            }
        });
    }

    @Test
    void aComponentThatAnswersAsTheFileSaysPasses() {
        assertEquals(Map.of(), failures(cases(Riser::new)));
    }

    @Test
    void aDifferenceNamesTheCallTheFieldAndBothValues() throws IOException {
        Files.writeString(folder.resolve("out.yaml"), OUT.replace("rise: 2.0", "rise: 2.5"));
        Map<String, String> failures = failures(cases(Riser::new));
        assertEquals(Set.of("out.yaml"), failures.keySet());
        String message = failures.get("out.yaml");
        assertTrue(message.contains("call 1 alarm (line 2), made for input 2"), message);
        assertTrue(message.contains("alarm.rise: expected 2.5, came 2.0"), message);
        assertTrue(message.contains("-Dmillrace.testing.regenerate=true"), message);
    }

    @Test
    void aCallThatIsMissingOrExtraIsShownWhole() throws IOException {
        String third = "---\nalarm:\n  sensor: b\n  rise: 7.0\n";
        Files.writeString(folder.resolve("out.yaml"), OUT + third);
        String missing = failures(cases(Riser::new)).get("out.yaml");
        assertTrue(missing.contains("call 3 alarm (line 8): expected, but it did not come"), missing);
        assertTrue(missing.contains("sensor: b"), missing);

        Files.writeString(folder.resolve("out.yaml"), "alarm: {sensor: a, rise: 4}\n");
        String extra = failures(cases(Riser::new)).get("out.yaml");
        assertTrue(extra.contains("call 1 alarm, made for input 2: came, but was not expected"), extra);
    }

    @Test
    void aComponentThatKeepsAnArgumentIsCaught() {
        Map<String, String> failures = failures(cases(out -> new Levels() {
            private Level last;

            @Override
            public void level(Level level) {
                if (last != null && level.value > last.value) {
                    out.alarm(new Alarm(level.sensor, level.value - last.value, null));
                }
                last = level;
            }

            @Override
            public void reset() {
                last = null;
            }
        }));
        // Its argument is used again by the next call, so its answers are wrong at once; and it is said why.
        assertEquals(Set.of("out.yaml", "scribble"), failures.keySet());
    }

    @Test
    void aComponentThatIsNotAFunctionOfItsInputsIsCaught() {
        AtomicLong calls = new AtomicLong();
        Map<String, String> failures = failures(cases(out -> new Riser(alarm -> out.alarm(
                new Alarm(alarm.sensor(), alarm.rise() + (calls.incrementAndGet() % 3 == 0 ? 1 : 0), alarm.note())))));
        assertTrue(failures.containsKey("drop"), failures.toString());
        assertTrue(failures.get("drop").contains("a second time the outputs are others"), failures.toString());
    }

    @Test
    void whatIsThrownIsAnOutputAndMustBeAnnounced() throws IOException {
        ComponentCases picky = cases(out -> new Riser(out) {
            private int resets;

            @Override
            public void reset() {
                if (++resets > 1) {
                    throw new IllegalStateException("resets=" + resets);
                }
                super.reset();
            }
        });
        Map<String, String> failures = failures(picky);
        assertEquals(Set.of("duplicate"), failures.keySet());
        assertTrue(
                failures.get("duplicate")
                        .contains("with twice input 3 reset (line 10) the component threw"
                                + " java.lang.IllegalStateException: resets=2"),
                failures.toString());
        assertEquals(Map.of(), failures(picky.mayThrow(IllegalStateException.class)));

        Files.writeString(folder.resolve("in.yaml"), IN + "---\nreset: []\n");
        Files.writeString(folder.resolve("out.yaml"), OUT + """
            ---
            thrown:
              type: java.lang.IllegalStateException
              message: resets=2
            """);
        assertEquals(Map.of(), failures(picky.without(Mutation.DROP)));
    }

    /** A riser that can be written down, rightly or not. */
    private static final class Snapshot extends Riser implements Snapshotting<Levels> {
        private final Level last = new Level();
        private final double error;

        Snapshot(Alarms out, double error) {
            super(out);
            this.error = error;
            last.value = Double.NaN;
        }

        @Override
        public void level(Level level) {
            super.level(level);
            last.sensor = level.sensor;
            last.value = level.value;
        }

        @Override
        public void reset() {
            super.reset();
            last.value = Double.NaN;
        }

        @Override
        public Class<Levels> snapshotType() {
            return Levels.class;
        }

        @Override
        public void snapshot(Levels out) {
            if (!Double.isNaN(last.value())) {
                Level level = new Level();
                level.sensor = last.sensor;
                level.value = last.value + error;
                out.level(level);
            }
        }
    }

    @Test
    void aSnapshotMustRestoreTheState() {
        assertEquals(Map.of(), failures(cases(out -> new Snapshot(out, 0))));
        Map<String, String> failures = failures(cases(out -> new Snapshot(out, 0.5)));
        assertEquals(Set.of("restart"), failures.keySet());
        assertTrue(
                failures.get("restart").contains("restarted before input 2 level (line 6) the outputs are others"),
                failures.toString());
    }

    @Test
    void anInvariantIsCheckedForEveryDisturbance() {
        Map<String, String> failures = failures(cases(Riser::new).invariant((inputs, outputs) -> {
            if (outputs.size() > 2) {
                throw new AssertionError("alarms=" + outputs.size());
            }
        }));
        // Without the reset there is one more rise.
        assertEquals(Set.of("drop"), failures.keySet());
        assertTrue(failures.get("drop").contains("without input 3 reset (line 10): alarms=3"), failures.toString());
    }

    @Test
    void theSetupComesFirstAndItsOutputsDoNotCount() throws IOException {
        Files.writeString(folder.resolve("setup.yaml"), IN);
        Files.writeString(folder.resolve("in.yaml"), "level: {sensor: a, value: 10}\n");
        Files.writeString(folder.resolve("out.yaml"), "alarm: {sensor: a, rise: 1}\n");
        assertEquals(Map.of(), failures(cases(Riser::new)));
    }

    @Test
    void aFileThatCannotBeReadIsNamedWithTheLine() throws IOException {
        Files.writeString(folder.resolve("in.yaml"), "level:\n  sensr: a\n");
        TestingException error = assertThrows(TestingException.class, () -> failures(cases(Riser::new)));
        assertTrue(
                error.getMessage().contains("in.yaml")
                        && error.getMessage().contains("sensor")
                        && error.getMessage().contains("line=2"),
                error.getMessage());
    }

    @Test
    void aFolderWithoutCasesIsAnError() throws IOException {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        TestingException error =
                assertThrows(TestingException.class, () -> cases(Riser::new).in(empty));
        assertTrue(error.getMessage().contains("folder=" + empty), error.getMessage());
    }

    @Test
    void outputsAreWrittenWithTheCommentsOfTheirInputs() throws IOException {
        Path file = folder.resolve("written.yaml");
        Subject subject = Subject.of(
                outputs -> new Riser(outputs.as(Alarms.class)),
                io.millrace.wire.Wire.of(io.millrace.wire.WireTypes.none()),
                List.of());
        CallFile inputs = CallFile.read(IN + "# The end.\n", subject.wire(), subject.inputs());
        CallFile.write(file, inputs, ComponentRun.outputs(subject, Gate.Arguments.KEPT, List.of(), inputs.calls()));
        assertEquals("""
            # A rise is an alarm.
            alarm:
              sensor: a
              rise: 2.0
            ---
            alarm:
              sensor: a
              rise: 4.0
            # The end.
            """, Files.readString(file));
    }
}
