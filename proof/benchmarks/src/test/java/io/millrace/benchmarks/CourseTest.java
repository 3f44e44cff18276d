package io.millrace.benchmarks;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class CourseTest {
    private static final double EXACT = 1e-9;

    @Test
    void aRoundThatSlowsDownHasTwoRates() {
        Course course = new Course();
        course.reached(1_000, 40);
        course.reached(2_000, 80);
        course.reached(3_000, 120);
        course.reached(5_000, 130);
        course.reached(9_000, 150);
        assertEquals(150, course.messages());
        assertEquals(150 / 9.0, course.rate(), EXACT);
        assertEquals(40, course.firstThird(), EXACT);
        assertEquals(5, course.lastThird(), EXACT);
    }

    @Test
    void aRoundOfOneStepHasOneRate() {
        Course course = new Course();
        course.reached(2_000, 30);
        assertEquals(15, course.rate(), EXACT);
        assertEquals(15, course.firstThird(), EXACT);
        assertEquals(15, course.lastThird(), EXACT);
    }
}
