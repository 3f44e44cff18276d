package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class DocumentQuotesTest {

    private static final RepositoryFile QUOTED =
            file(WIRE + "A.java", "class A {\n    int a() {\n        b();\n    }\n}\n");

    private static RepositoryFile quoting(String code) {
        return file("README.md", "# A\n\n<!-- from " + WIRE + "A.java -->\n```java\n" + code + "\n```\n");
    }

    @Test
    void codeThatHasChangedIsFound() {
        assertFound(new DocumentQuotes(), "README.md:3: quote the file", QUOTED, quoting("int a() {\n    c();\n}"));
    }

    @Test
    void aFileThatIsGoneIsFound() {
        assertFound(new DocumentQuotes(), "quote the file as it is now", quoting("int a() {\n    b();\n}"));
    }

    @Test
    void linesAsTheyStandPassWithAnotherMargin() {
        assertClean(new DocumentQuotes(), QUOTED, quoting("int a() {\n    b();\n}"));
    }
}
