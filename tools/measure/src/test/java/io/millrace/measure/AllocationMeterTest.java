package io.millrace.measure;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllocationMeterTest {
    private final AllocationMeter meter = new AllocationMeter();
    private final List<byte[]> allocated = new ArrayList<>();

    private void allocate() {
        allocated.add(new byte[1 << 20]);
    }

    @Test
    void threadsThatSaidThatTheyEndStayCountedHoweverManyEndUnseen() throws Exception {
        meter.enter();
        for (int i = 0; i < 10; i++) {
            Thread.ofPlatform()
                    .start(() -> {
                        meter.enter();
                        allocate();
                        meter.leave();
                    })
                    .join();
        }
        for (int i = 0; i < 10_000; i++) {
            Thread.ofPlatform().start(meter::enter).join();
        }
        allocate();
        long bytes = meter.bytes();
        assertTrue(bytes >= 11 << 20, "bytes=" + bytes);
        meter.reset();
        assertTrue(meter.bytes() < 1 << 20, "bytes=" + meter.bytes());
        allocate();
        assertTrue(meter.bytes() >= 1 << 20, "bytes=" + meter.bytes());
    }

    @Test
    void askingAgainAllocatesNothing() {
        meter.enter();
        meter.reset();
        for (int i = 0; i < 100_000; i++) {
            meter.enter();
        }
        long bytes = meter.bytes();
        assertTrue(bytes >= 0 && bytes < 100_000, "bytes=" + bytes);
    }
}
