package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MessagesTest {

    private static RepositoryFile method(String statement) {
        return file(WIRE + "A.java", "class A { void a(int b) { " + statement + " } }");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "throw new WireException(\"Cannot read file=\" + b);",
                "throw new WireException(\"cannot read: file=\" + b);",
                "throw new WireException(\"cannot read file=\" + b + \".\");",
                "throw new AssertionError(\"cannot read.\");",
                "LOG.log(Level.WARNING, \"Cannot read file=\" + b);",
            })
    void otherFormsAreFound(String statement) {
        assertFound(new Messages(_ -> true), "text=", method(statement));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "throw new WireException(\"cannot read file=\" + b);",
                "throw new WireException(\"MemorySegment too small bytes=\" + b);",
                "throw new WireException(\"UTF-8 is malformed offset=\" + b);",
                "throw new WireException(\"Linux refused the lock file=\" + b);",
                "throw new WireException(\"still waiting ...\");",
                "throw new WireException(b + \" bytes are too many\");",
                "String title = \"Title: a=1.\";",
            })
    void theFormOfTheHouseIsClean(String statement) {
        assertClean(new Messages(_ -> true), method(statement));
    }

    @Test
    void modulesThatAreNotEditedYetAreLeftOut() {
        assertClean(new Messages(_ -> false), method("throw new WireException(\"Bad.\");"));
    }
}
