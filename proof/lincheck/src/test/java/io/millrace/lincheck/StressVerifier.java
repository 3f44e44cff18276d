package io.millrace.lincheck;

import java.util.List;
import java.util.Objects;
import org.jetbrains.kotlinx.lincheck.execution.ResultWithClock;

/**
 * Checks what real processors did: there a batch that has moved elements looks for more before others see those, like
 * two single calls without a fence between. So it may stop where a sequentially consistent model continues.
 */
public final class StressVerifier extends BatchVerifier {

    public StressVerifier(Class<?> specification) {
        super(specification);
    }

    @Override
    boolean stopsForAReason(ResultWithClock batch) {
        return Objects.equals(value(batch), 0) || Objects.equals(value(batch), List.of());
    }
}
