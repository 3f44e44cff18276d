package io.millrace.examples.prices;

import io.millrace.testing.ComponentCases;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class DeskTest {

    @TestFactory
    Stream<DynamicNode> orders() {
        return ComponentCases.of(outputs -> new Desk(outputs.as(Fills.class))).in(Path.of("src/test/data/desk"));
    }
}
