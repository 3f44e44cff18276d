package io.millrace.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DoubtTest {
    @Test
    void sidesWithDifferentOtherLoadAreNotCompared() {
        Optional<String> doubt = SuiteRunner.doubt(lost(0.01, 0.01, 0.01), lost(0.01, 0.08, 0.09));
        assertEquals(Optional.of("the machine lost 1.0 % of its time beside ours and 8.0 % beside the peer"), doubt);
        assertTrue(SuiteRunner.doubt(lost(0.08), lost(0.01)).isPresent());
    }

    @Test
    void sidesWithEqualOtherLoadAreCompared() {
        assertEquals(Optional.empty(), SuiteRunner.doubt(lost(0.001), lost(0.015)));
        assertEquals(Optional.empty(), SuiteRunner.doubt(lost(0.06), lost(0.09)));
        assertEquals(Optional.empty(), SuiteRunner.doubt(lost(0.01, 0.01, 0.3), lost(0.01, 0.01, 0.01)));
    }

    private static List<Figures> lost(double... shares) {
        return Arrays.stream(shares)
                .mapToObj(share -> {
                    Figures figures = new Figures();
                    figures.report(JitterMeter.Reading.LOST, share);
                    return figures;
                })
                .toList();
    }
}
