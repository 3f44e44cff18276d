package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class StaticStateTest {

    @Test
    void aStaticFieldThatCanBeSetIsFound() {
        RepositoryFile file = file(WIRE + "A.java", "class A {\n  static int count;\n}\n");
        assertFound(new StaticState(), "A.java:2: make it a field of an object", file);
    }

    @Test
    void oneOfANestedTypeIsFound() {
        assertFound(
                new StaticState(), "field=b", file(WIRE + "A.java", "class A { static class B { static int b; } }"));
    }

    @Test
    void constantsPass() {
        assertClean(new StaticState(), file(WIRE + "A.java", "class A { static final int B = 1; int c; }"));
    }
}
