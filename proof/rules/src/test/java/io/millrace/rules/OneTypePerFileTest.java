package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class OneTypePerFileTest {

    @Test
    void aSecondTypeIsFound() {
        RepositoryFile file = file(WIRE + "A.java", "public class A {}\nenum B { C }\n");
        assertFound(new OneTypePerFile(), "A.java:2: move the second type", file);
    }

    @Test
    void aNestedTypeIsNot() {
        assertClean(new OneTypePerFile(), file(WIRE + "A.java", "class A { enum B { C } }"));
    }
}
