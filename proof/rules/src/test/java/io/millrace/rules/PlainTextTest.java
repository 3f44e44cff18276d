package io.millrace.rules;

import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;

class PlainTextTest {

    @Test
    void aTabIsFound() {
        assertFound(new PlainText(), "a.sh:1: write blanks", file("a.sh", "\tls\n"));
    }

    @Test
    void aBlankAtTheEndOfALineIsFound() {
        assertFound(new PlainText(), "pom.xml:1: take out the blanks", file("pom.xml", "<a/> \n"));
    }

    @Test
    void aMissingNewlineIsFound() {
        assertFound(new PlainText(), "end the file with a newline", file("a.sh", "ls"));
    }

    @Test
    void thePathOfOneMachineIsFound() {
        assertFound(new PlainText(), "no path of one machine", file("a.md", "see /ho" + "me/ann/millrace\n"));
        assertFound(new PlainText(), "no path of one machine", file("a.sh", "cd /usr/lib/" + "jvm/jdk-25\n"));
    }

    @Test
    void otherPathsAreNot() {
        assertClean(new PlainText(), file("a.sh", "ls /usr/lib/jvm/* target/work/x docs/home/y\n"));
    }
}
