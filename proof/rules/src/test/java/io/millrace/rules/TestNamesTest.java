package io.millrace.rules;

import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class TestNamesTest {

    private static final String TESTS = "core/wire/src/test/java/io/millrace/wire/";

    @Test
    void aClassWithTestsThatTheBuildWouldNotRunIsFound() {
        RepositoryFile file = file(TESTS + "Reading.java", "class Reading { @Test void works() {} }");
        assertFound(new TestNames(), "unless its name ends in Test: class=Reading", file);
    }

    @Test
    void aTestNamedAfterNothingIsFound() {
        RepositoryFile file = file(TESTS + "ReadingTest.java", "class ReadingTest { @Test void testRead() {} }");
        assertFound(new TestNames(), "method=testRead", file);
    }

    @Test
    void aContractSuiteHasItsOwnName() {
        String text = "abstract class ReadingContract { @Test void theLastByteIsRead() {} }";
        assertClean(new TestNames(), file(TESTS + "ReadingContract.java", text));
    }
}
