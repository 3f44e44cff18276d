package io.millrace.interaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Which changes of a map can be told after an index. */
class MapPositionsTest {

    private final MapPositions<String> positions = new MapPositions<>(2);

    private void change(long index, String key, boolean isPresent) {
        positions.taken(index);
        positions.changed(key, isPresent, true);
    }

    private List<String> after(long index) {
        return positions.changedAfter(index).stream()
                .map(each -> each.key() + (each.isPresent() ? "" : " removed") + " since " + each.since())
                .toList();
    }

    @Test
    void changesComeInTheOrderOfTheLastChangeOfEachKey() {
        change(10, "a", true);
        change(20, "b", true);
        change(30, "a", true);
        change(40, "b", false);
        change(50, "c", true);
        assertEquals(List.of("a since 10", "b removed since 20", "c since 50"), after(-1));
        assertEquals(List.of("b removed since 20", "c since 50"), after(30));
        assertEquals(List.of(), after(50));
        assertEquals(30, positions.changedAt("a"));
        assertEquals(40, positions.changedAt("b"));
    }

    @Test
    void aKeyThatComesBackIsKnownSinceItsFirstChange() {
        change(10, "a", true);
        change(20, "a", false);
        change(30, "a", true);
        assertEquals(List.of("a since 10"), after(20));
    }

    @Test
    void indexesBeforeTheFirstInputOrAForgottenRemovalAreNotReached() {
        assertTrue(positions.reaches(-1));
        assertFalse(positions.reaches(5));
        change(10, "a", true);
        assertFalse(positions.reaches(8));
        assertTrue(positions.reaches(9));
        assertTrue(positions.reaches(10));
        assertFalse(positions.reaches(11), "it has lost inputs");
        change(11, "a", false);
        change(12, "b", true);
        change(13, "b", false);
        assertTrue(positions.reaches(9));
        change(14, "c", true);
        change(15, "c", false); // the removal of a is forgotten
        assertFalse(positions.reaches(10));
        assertTrue(positions.reaches(11));
        assertTrue(positions.reaches(-1), "a snapshot needs no removals");
    }

    @Test
    void aChangeBesideOthersHasNoIndexOfItsOwn() {
        positions.taken(10);
        positions.changed("a", true, false);
        positions.changed("b", true, false);
        assertEquals(-1, positions.changedAt("a"));
        assertEquals(List.of("b since 10", "a since 10").size(), after(9).size());
    }
}
