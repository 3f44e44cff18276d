package io.millrace.rules;

import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class TestTagsTest {

    private static final String TESTS = "core/wire/src/test/java/io/millrace/wire/";

    @Test
    void aTestThatStartsAProcessWithoutSayingSoIsFound() {
        String text = "class KillTest { @Test void itEnds() { new ProcessBuilder(\"java\").start(); } }";
        assertFound(new TestTags(), "add @Tag(\"process\")", file(TESTS + "KillTest.java", text));
        assertClean(new TestTags(), file(TESTS + "KillTest.java", "@Tag(\"process\") " + text));
    }

    @Test
    void oneThatStartsItByAnotherClassOfTheModuleIsFoundToo() {
        RepositoryFile starter =
                file(TESTS + "Child.java", "class Child { Process p = new ProcessBuilder().start(); }");
        RepositoryFile between = file(TESTS + "Children.java", "class Children { List<Child> all; }");
        RepositoryFile test = file(TESTS + "KillTest.java", "class KillTest { Children children; }");
        assertFound(new TestTags(), "core/wire/src/test/java/io/millrace/wire/KillTest.java", starter, between, test);
        assertClean(
                new TestTags(), starter, file("core/text/src/test/java/io/millrace/text/ATest.java", "Child child;"));
    }

    @Test
    void anEngineOfAnotherModuleIsFound() {
        RepositoryFile broker = file("proof/kafka-broker/src/main/java/io/millrace/kafka/broker/KafkaCluster.java", "");
        RepositoryFile test = file("edge/kafka/src/test/java/io/millrace/kafka/SourceTest.java", "KafkaCluster one;");
        assertFound(new TestTags(), "add @Tag(\"engine\")", broker, test);
    }

    @Test
    void aTestWithALongFormSaysSo() {
        RepositoryFile rounds = file(TESTS + "RandomTest.java", "class RandomTest { int n = Lane.rounds(30); }");
        assertFound(new TestTags(), "add @Tag(\"proof\")", rounds);
        RepositoryFile parameter =
                file(TESTS + "KillTest.java", "class KillTest { int n = Integer.getInteger(\"millrace.kills\", 3); }");
        assertFound(new TestTags(), "add @Tag(\"proof\")", parameter);
    }

    @Test
    void sidesOfABenchmarkAreFound() {
        String path = "proof/benchmarks/src/test/java/io/millrace/benchmarks/SuiteTest.java";
        assertFound(new TestTags(), "add @Tag(\"bench\")", file(path, "class SuiteTest { SuiteRunner runner; }"));
    }

    @Test
    void anUnknownTagIsFoundAndCommentsStartNothing() {
        assertFound(new TestTags(), "unknown tag=slow", file(TESTS + "ATest.java", "@Tag(\"slow\") class ATest {}"));
        assertClean(new TestTags(), file(TESTS + "ATest.java", "// new ProcessBuilder\nclass ATest {}"));
    }
}
