package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class MethodLengthTest {

    private static RepositoryFile method(int statements) {
        return file(WIRE + "A.java", "class A {\n  void a() {\n" + "    b();\n".repeat(statements) + "  }\n}\n");
    }

    @Test
    void aLongMethodIsFound() {
        assertFound(new MethodLength(), "A.java:2: the method is two things: method=a lines=71", method(69));
    }

    @Test
    void aMethodOfTheGreatestLengthIsNot() {
        assertClean(new MethodLength(), method(68));
    }

    @Test
    void aLongInitializerIsFound() {
        String body = "class A {\n  static {\n" + "    b();\n".repeat(80) + "  }\n}\n";
        assertFound(new MethodLength(), "method=an initializer lines=82", file(WIRE + "A.java", body));
    }
}
