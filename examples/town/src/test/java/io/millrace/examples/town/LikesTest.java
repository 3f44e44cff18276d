package io.millrace.examples.town;

import io.millrace.testing.ComponentCases;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class LikesTest {

    @TestFactory
    Stream<DynamicNode> batches() {
        return ComponentCases.of(outputs -> new Likes(outputs.as(Balances.class)))
                .in(Path.of("src/test/data"));
    }
}
