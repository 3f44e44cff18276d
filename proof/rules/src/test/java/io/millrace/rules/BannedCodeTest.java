package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BannedCodeTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import sun.misc.Unsafe;",
                "class A { void a() { System.out.println(); } }",
                "class A { String a = System.getenv(\"A\"); }",
                "class A { String a = System.getProperty(\"a\"); }",
                "class A { void a() { Thread.sleep(1); } }",
                "class A { String a = String.format(\"%d\", 1); }",
                "class A { String a = \"%d\".formatted(1); }",
                "class A { ThreadLocal<String> a; }",
                "import java.util.logging.Logger;",
                "class A { void a() { System.exit(1); } }",
                "class A { void a(Exception e) { e.printStackTrace(); } }",
                "import java.util.Date;",
                "class A { synchronized void a() {} }",
            })
    void bannedCodeIsFoundInCore(String code) {
        assertFound(new BannedCode(), "banned=", file(WIRE + "A.java", code));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"@Disabled class A {}", "class A { void a() { assumeTrue(false); } }", "import org.mockito.Mock;"
            })
    void bannedCodeIsFoundInTests(String code) {
        assertFound(new BannedCode(), "banned=", file("core/wire/src/test/java/io/millrace/wire/ATest.java", code));
    }

    @Test
    void itSaysWhereAndWhatToWriteInstead() {
        RepositoryFile file = file(WIRE + "A.java", "class A {\n  void a() { Thread.sleep(1); }\n}\n");
        assertFound(new BannedCode(), "A.java:2: banned=Thread.sleep instead=an IdleStrategy", file);
    }

    @Test
    void toolsMayNotHangStateOnThreadsEither() {
        String text = "class A { ThreadLocal<String> a; }";
        assertFound(
                new BannedCode(), "banned=ThreadLocal", file("tools/load/src/main/java/io/millrace/load/A.java", text));
        assertClean(new BannedCode(), file("edge/transactions/src/main/java/io/millrace/transactions/A.java", text));
    }

    @Test
    void commentsAndTextMayNameIt() {
        String text = "/* sun.misc */ // @Disabled\nclass A { String a = \"System.out\"; char b = '\"'; }";
        assertClean(new BannedCode(), file(WIRE + "A.java", text));
    }

    @Test
    void theCommandMayPrint() {
        String text = "class A { void a() { System.out.println(); } }";
        assertClean(new BannedCode(), file("tools/cli/src/main/java/io/millrace/cli/A.java", text));
    }
}
