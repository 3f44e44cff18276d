package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;

class VisibleTextTest {

    @Test
    void whatCannotBeSeenIsShownByItsNumber() {
        assertEquals("a\\u202eb\\u2066c\\u200b", VisibleText.of("a\u202eb\u2066c\u200b"));
        assertEquals("\\u001b[2J\\u0085", VisibleText.of("\u001b[2J\u0085"));
        assertEquals("\\ue0041 \ud83d\ude00", VisibleText.of("\udb40\udc41 \ud83d\ude00"));
    }

    @Test
    void textThatCanBeSeenStaysAsItIs() {
        String text = "name=Zürich\n\tvalue=日本 \ud83d\ude00";
        assertSame(text, VisibleText.of(text));
    }
}
