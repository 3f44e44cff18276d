package io.millrace.memory;

import static org.junit.jupiter.api.Assertions.assertFalse;

import org.junit.jupiter.api.Test;

class NativeAccessTest {

    @Test
    void withoutAFlagItIsNotGranted() {
        assertFalse(NativeAccess.granted());
    }
}
