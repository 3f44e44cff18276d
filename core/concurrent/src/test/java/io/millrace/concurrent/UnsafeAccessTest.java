package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnsafeAccessTest {

    @Test
    void allTestsOfThisModuleRunWithUnsafeDenied() {
        List<String> arguments = ManagementFactory.getRuntimeMXBean().getInputArguments();
        assertTrue(arguments.contains("--sun-misc-unsafe-memory-access=deny"), arguments.toString());
    }
}
