package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.CharBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextViewTest {
    private final Wire wire = Wire.of(WireTypes.none());
    private final BinaryOutput out = BinaryOutput.allocate(256);

    static final class Note {
        CharSequence text;
        TextView view;
        long number;
    }

    record Fixed(CharSequence text) {}

    interface Notes {
        void note(CharSequence text);
    }

    @Test
    void bytesOfLatinTextReplaceTheContent() {
        byte[] bytes = "xIBM é\u00ff".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        TextView view = new TextView();
        assertEquals("IBM", view.set(bytes, 1, 3).toString());
        assertEquals("IBM é\u00ff", view.set(bytes, 1, 6).toString());
        assertEquals("IBM", view.set(bytes, 1, 3).toString());
        assertEquals("IBM".hashCode(), view.hashCode());
        view.clear();
        assertEquals("", view.toString());
        assertThrows(IndexOutOfBoundsException.class, () -> view.set(bytes, 5, 3));
    }

    @Test
    void anySequenceOfCharactersIsWrittenAsAString() {
        for (String text : List.of("", "abc", "é", "😀 and ASCII", "x".repeat(1_000), "ü".repeat(100))) {
            Note note = new Note();
            note.text = builder(text);
            BinaryCodec<Note> codec = wire.codec(Note.class);
            out.reset();
            codec.write(out, note);
            byte[] fromBuilder = out.toByteArray();
            Note read = codec.decoder().read(BinaryInput.of(fromBuilder));
            assertInstanceOf(TextView.class, read.text);
            assertEquals(text, read.text.toString());
            assertEquals(text.hashCode(), read.text.hashCode());
            assertTrue(text.contentEquals(read.text));
            assertNull(read.view);
            out.reset();
            codec.write(out, read);
            assertEquals(-1, java.util.Arrays.mismatch(fromBuilder, out.toByteArray()));
        }
    }

    @Test
    void aViewIsFilledAgainByTheNextMessage() {
        BinaryCodec<Note> codec = wire.codec(Note.class);
        Note note = new Note();
        note.text = "first";
        codec.write(out, note);
        Note read = codec.decoder().read(BinaryInput.of(out.toByteArray()));
        CharSequence view = read.text;
        out.reset();
        note.text = "second é";
        codec.write(out, note);
        codec.decoder().read(BinaryInput.of(out.toByteArray()), read);
        assertSame(view, read.text);
        assertEquals("second é", view.toString());
        assertEquals("é", view.subSequence(7, 8));
        assertThrows(IndexOutOfBoundsException.class, () -> view.charAt(8));
    }

    @Test
    void aRecordHoldsAStringOfItsOwn() {
        BinaryCodec<Fixed> codec = wire.codec(Fixed.class);
        codec.write(out, new Fixed(builder("text")));
        assertEquals(
                "text", codec.decoder().read(BinaryInput.of(out.toByteArray())).text());
    }

    @Test
    void anArgumentIsAViewThatIsUsedAgain() {
        RecordingSink sink = new RecordingSink();
        MethodWriter writer = wire.methodWriter(sink, Notes.class);
        writer.as(Notes.class).note("one");
        writer.as(Notes.class).note(builder("two"));
        CallDecoder decoder =
                wire.callDecoder(writer.calls().getFirst(), Notes.class).orElseThrow();
        CharSequence[] seen = new CharSequence[1];
        Notes target = text -> {
            if (seen[0] != null) {
                assertSame(seen[0], text);
            }
            seen[0] = text;
        };
        decoder.call(BinaryInput.of(sink.bytes.get(0)), target);
        assertEquals("one", seen[0].toString());
        decoder.call(BinaryInput.of(sink.bytes.get(1)), target);
        assertEquals("two", seen[0].toString());
    }

    @Test
    void nothingIsAllocatedForTextThatFits() {
        BinaryCodec<Note> codec = wire.codec(Note.class);
        Note note = new Note();
        note.text = builder("some text of a usual length, é");
        BinaryDecoder<Note> decoder = codec.decoder();
        BinaryInput in = new BinaryInput();
        Note read = new Note();
        long allocated = Long.MAX_VALUE;
        // Compilation ends at an unknown time.
        for (int round = 0; round < 50 && allocated >= 20_000; round++) {
            long before = allocatedBytes();
            for (int i = 0; i < 20_000; i++) {
                out.reset();
                codec.write(out, note);
                read = decoder.read(in.wrap(out.segment(), out.start(), out.length()), read);
            }
            allocated = Math.min(allocated, allocatedBytes() - before);
        }
        assertTrue(allocated < 20_000, "allocated=" + allocated);
    }

    private static long allocatedBytes() {
        return ((com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    @Test
    void malformedBytesAreRefusedAndLeaveNothing() {
        BinaryInput in = BinaryInput.of(new byte[] {(byte) (4 << 1 | 1), 'a', (byte) 0xC3, '('});
        TextView view = new TextView();
        WireFormatException e = assertThrows(WireFormatException.class, () -> in.readView(view));
        assertTrue(e.getMessage().contains("offset=2"), e.getMessage());
        assertEquals(0, view.length());
        assertThrows(
                WireException.class, () -> BinaryInput.of(new byte[] {9, 'a'}).readView(null));
    }

    @Test
    void viewsAreEqualByTheirText() {
        TextView one = view("abc");
        assertEquals(one, view("abc"));
        assertNotEquals(one, view("abd"));
        assertTrue(one.compareTo(view("abd")) < 0 && CharSequence.compare(one, "abb") > 0);
    }

    /** Text that is not a string. */
    private static CharSequence builder(String text) {
        return CharBuffer.wrap(text);
    }

    private static TextView view(String text) {
        BinaryOutput output = BinaryOutput.allocate(64);
        output.writeString(text);
        return BinaryInput.of(output.toByteArray()).readView(null);
    }
}
