package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JavadocFormTest {

    private static RepositoryFile method(String comment) {
        return file(WIRE + "A.java", "class A {\n    /** " + comment + " */\n    int size() { return 1; }\n}\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"The size.", "Whether it is empty.", "This returns it.", "size", "How many there are."})
    void nounsAndQuestionsAreFound(String comment) {
        assertFound(new JavadocForm(_ -> true), "A.java:3: begin with a verb", method(comment));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Returns the size, in bytes.", "Passes it on.", "{@inheritDoc}", "@return the size"})
    void verbsAreClean(String comment) {
        assertClean(new JavadocForm(_ -> true), method(comment));
    }

    @Test
    void typesAndFieldsMayBeginWithANoun() {
        String text = "/** A size. */\nclass A {\n    /** The size. */\n    int size;\n}\n";
        assertClean(new JavadocForm(_ -> true), file(WIRE + "A.java", text));
    }
}
