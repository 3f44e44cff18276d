package com.example;

import io.millrace.testing.ComponentCases;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class SpreadWatchTest {

    @TestFactory
    Stream<DynamicNode> spreads() {
        return ComponentCases.of(outputs -> new SpreadWatch(outputs.as(Alerts.class)))
                .in(Path.of("src/test/data"));
    }
}
