package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CursorTest {

    private static final int PAD_BYTES = 128;
    private static final int CURSORS = 1_000;

    /** The virtual machine lays out the fields of a superclass before those of a subclass. */
    @Test
    void aSuperclassAndASubclassOfTheFieldsAreBytesOfPaddingAndNothingElse() {
        assertEquals(CursorFields.class, Cursor.class.getSuperclass());
        assertEquals(Padding.class, CursorFields.class.getSuperclass());
        assertEquals(Object.class, Padding.class.getSuperclass());
        for (Class<?> padding : List.of(Padding.class, Cursor.class)) {
            List<Field> fields = fields(padding).toList();
            assertEquals(PAD_BYTES, fields.size());
            assertTrue(fields.stream().allMatch(field -> field.getType() == byte.class));
        }
        assertTrue(fields(CursorFields.class).noneMatch(field -> field.getType() == byte.class));
    }

    @Test
    void thePaddingTakesRoom() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Cursor[] kept = new Cursor[CURSORS];
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < CURSORS; i++) {
            kept[i] = new Cursor();
        }
        long each = (threads.getCurrentThreadAllocatedBytes() - before) / CURSORS;
        assertTrue(each >= 2 * PAD_BYTES + Long.BYTES + 4 * Integer.BYTES, "bytes=" + each + " of " + kept.length);
    }

    private static Stream<Field> fields(Class<?> type) {
        return Stream.of(type.getDeclaredFields()).filter(field -> !Modifier.isStatic(field.getModifiers()));
    }
}
