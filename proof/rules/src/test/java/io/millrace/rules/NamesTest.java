package io.millrace.rules;

import static io.millrace.rules.Sample.WIRE;
import static io.millrace.rules.Sample.assertClean;
import static io.millrace.rules.Sample.assertFound;
import static io.millrace.rules.Sample.file;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"WireImpl", "BufferManager", "PathHelper", "TextUtil", "Strings2", "ListUtils"})
    void aTypeThatSaysNothingIsFound(String name) {
        assertFound(new Names(), "name=" + name, file(WIRE + name + ".java", "class " + name + " {}"));
    }

    @Test
    void aNumberedMethodIsFound() {
        assertFound(new Names(), "name=next0", file(WIRE + "A.java", "class A { void next0() {} }"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"roundUp8", "utf8", "crc32", "next", "sha256", "isOfH2"})
    void aSizeMayEndAName(String name) {
        assertClean(new Names(), file(WIRE + "A.java", "class A { void " + name + "() {} }"));
    }
}
