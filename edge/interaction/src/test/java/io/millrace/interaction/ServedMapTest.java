package io.millrace.interaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ServedMapTest {

    private record Spoil(String text) implements UpdateVisitor<MapEntry<String, String>, String> {

        @Override
        public String visit(MapEntry<String, String> entry) {
            entry.set(text);
            throw new IllegalStateException("the visitor is broken");
        }
    }

    @Test
    void aVisitorThatFailsChangesNothing() {
        ServedMap<String, String> map = new ServedMap<>(10);
        map.put("a", "before");
        map.update("a", new Spoil("after"));
        assertThrows(InteractionException.class, map::outcome);
        assertEquals("before", map.values().get("a"));
    }
}
