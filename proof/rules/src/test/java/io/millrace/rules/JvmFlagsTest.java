package io.millrace.rules;

import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class JvmFlagsTest {

    @Test
    void aFlagInTheLauncherIsFound() {
        String text = "exec java --add-opens java.base/java.nio=ALL-UNNAMED\n";
        assertFound(new JvmFlags(), "no JVM flag for users", file("millrace", text));
    }

    @Test
    void aPeerOfABenchmarkMayHaveIt() {
        String text = "class A { String a = \"--add-opens\"; }";
        assertClean(new JvmFlags(), file("proof/benchmarks/src/main/java/io/millrace/benchmarks/A.java", text));
    }
}
