package io.millrace.examples.exchange;

import io.millrace.testing.ComponentCases;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.TestFactory;

class VenueTest {

    @TestFactory
    Stream<DynamicNode> orders() {
        return ComponentCases.of(outputs -> new Venue(outputs.as(Events.class), "IBM"))
                .in(Path.of("src/test/data/venue"));
    }

    @TestFactory
    Stream<DynamicNode> reports() {
        return ComponentCases.of(outputs -> new Publisher(outputs.as(Reports.class), "IBM", "FIX.4.4:XCHG->DROP"))
                .in(Path.of("src/test/data/publisher"));
    }
}
