package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class PublicBooleansTest {

    @Test
    void aBooleanParameterIsFound() {
        RepositoryFile file = file(WIRE + "A.java", "public class A {\n  public void open(boolean shared) {}\n}\n");
        assertFound(new PublicBooleans(), "A.java:2: take an enum", file);
    }

    @Test
    void oneOfAnInterfaceIsFound() {
        RepositoryFile file = file(WIRE + "A.java", "public interface A { void open(String name, boolean shared); }");
        assertFound(new PublicBooleans(), "method=open", file);
    }

    @Test
    void whatOnlyThePackageSeesPasses() {
        assertClean(
                new PublicBooleans(),
                file(WIRE + "A.java", "public class A { void open(boolean shared) {} }"),
                file(WIRE + "B.java", "class B { public void open(boolean shared) {} }"));
    }

    @Test
    void writingABooleanPasses() {
        String text = "public class A { public void writeBoolean(boolean value) {} }";
        assertClean(new PublicBooleans(), file(WIRE + "A.java", text));
    }
}
