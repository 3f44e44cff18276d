package io.millrace.lincheck;

import java.util.List;
import java.util.Objects;
import org.jetbrains.kotlinx.lincheck.execution.ResultWithClock;

/**
 * Checks results of real processors. There, a batch that has moved elements may look for more before other threads see
 * the first ones, like two single calls without a fence between them. So it may stop where it would continue in a
 * sequentially consistent model.
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
