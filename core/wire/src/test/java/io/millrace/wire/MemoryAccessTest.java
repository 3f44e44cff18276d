package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemoryAccessTest {
    /** The default of {@code -XX:MaxInlineSize}. */
    private static final int MOST_BYTES = 35;

    private static final String SEGMENT = "java/lang/foreign/MemorySegment";

    @TempDir
    private Path directory;

    @Test
    void allKindsOfMemoryHoldTheSameBytes() throws IOException {
        byte[] expected = written(MemorySegment.ofArray(new byte[64]));
        Path file = Files.write(directory.resolve("mapped"), new byte[64]);
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            assertArrayEquals(expected, written(arena.allocate(64)));
            assertArrayEquals(expected, written(channel.map(FileChannel.MapMode.READ_WRITE, 0, 64, arena)));
        }
        assertArrayEquals(expected, written(MemorySegment.ofArray(new byte[80]).asSlice(9, 64)));
        assertEquals(0x0807060504030201L, MemoryAccess.getLong(MemorySegment.ofArray(expected), 1));
        assertEquals(7, expected[0]);
        assertEquals(0x01, expected[1]);
        assertEquals(0x0B, expected[17]);
    }

    /** Writes a value of each kind one after the other, reads them, and returns all bytes. */
    private static byte[] written(MemorySegment memory) {
        MemoryAccess.setByte(memory, 0, (byte) 7);
        MemoryAccess.setLong(memory, 1, 0x0807060504030201L);
        MemoryAccess.setLongBigEndian(memory, 9, 0x0102030405060708L);
        MemoryAccess.setShort(memory, 17, (short) 0x0A0B);
        MemoryAccess.setChar(memory, 19, 'x');
        MemoryAccess.setInt(memory, 21, -2);
        MemoryAccess.setFloat(memory, 25, 1.5f);
        MemoryAccess.setDouble(memory, 29, -2.5);
        MemoryAccess.copy(new byte[] {9, 8, 7}, 1, memory, 40, 2);
        MemoryAccess.copy(memory, 40, memory, 50, 2);
        assertEquals(7, MemoryAccess.getByte(memory, 0));
        assertEquals(0x0807060504030201L, MemoryAccess.getLong(memory, 1));
        assertEquals(0x0102030405060708L, MemoryAccess.getLongBigEndian(memory, 9));
        assertEquals(0x0A0B, MemoryAccess.getShort(memory, 17));
        assertEquals('x', MemoryAccess.getChar(memory, 19));
        assertEquals(-2, MemoryAccess.getInt(memory, 21));
        assertEquals(1.5f, MemoryAccess.getFloat(memory, 25));
        assertEquals(-2.5, MemoryAccess.getDouble(memory, 29));
        byte[] part = new byte[4];
        MemoryAccess.copy(memory, 49, part, 1, 3);
        assertArrayEquals(new byte[] {0, 0, 8, 7}, part);
        byte[] all = new byte[64];
        MemoryAccess.copy(memory, 0, all, 0, 64);
        return all;
    }

    @Test
    void memoryOfOtherArraysIsReadToo() {
        MemorySegment longs = MemorySegment.ofArray(new long[] {0x0807060504030201L, 0});
        assertEquals(0x08070605, MemoryAccess.getInt(longs, 4));
        MemoryAccess.setByte(longs, 9, (byte) 5);
        byte[] copy = new byte[2];
        MemoryAccess.copy(longs, 9, copy, 0, 2);
        MemoryAccess.copy(copy, 0, longs, 0, 1);
        MemoryAccess.copy(longs, 0, MemorySegment.ofArray(copy), 1, 1);
        assertArrayEquals(new byte[] {5, 5}, copy);
    }

    @Test
    void whatMemoryOutsideTheHeapGoesThroughIsAlwaysInlined() throws IOException {
        ClassModel model = parse(MemoryAccess.class.getResourceAsStream("MemoryAccess.class"));
        for (MethodModel method : model.methods()) {
            int bytes = ((CodeAttribute) method.code().orElseThrow()).codeLength();
            String name = method.methodName().stringValue();
            boolean isOther = name.equals("<clinit>") || name.endsWith("OnHeap");
            assertTrue(isOther || bytes <= MOST_BYTES, () -> name + " has bytes=" + bytes);
        }
    }

    /**
     * Without this class an access returns the same result, but its speed depends on the other memory of the process.
     */
    @Test
    void everyMethodAsksForTheClassAndCastsToIt() throws IOException {
        ClassModel model = parse(MemoryAccess.class.getResourceAsStream("MemoryAccess.class"));
        List<String> steps = List.of("isOffHeap", "offHeap", "isBytes", "bytes", "toArray", "fromArray");
        int asking = 0;
        for (MethodModel method : model.methods()) {
            String name = method.methodName().stringValue();
            if (!name.startsWith("<") && !steps.contains(name)) {
                List<String> calls = calls(method.code().orElseThrow())
                        .map(call -> call.name().stringValue())
                        .toList();
                List<String> asked =
                        name.endsWith("OnHeap") ? List.of("isBytes", "bytes") : List.of("isOffHeap", "offHeap");
                assertEquals(asked, calls.subList(0, Math.min(2, calls.size())), name);
                asking++;
            }
        }
        assertTrue(asking > 30, "methods=" + asking);
    }

    /** An access that does not use this class is as slow as the process has made the JDK's own methods. */
    @Test
    void nothingElseInTheWireAccessesSegmentsByItself() throws IOException {
        Map<String, List<String>> allowed = Map.of(
                "MemoryAccess", List.of("get", "set", "copy"),
                "RawArrays$Encoder", List.of("copy"), // arrays of any kind, at once
                "RawArrays$Decoder", List.of("copy"),
                "Schema", List.of("get")); // once for a schema
        List<String> others = new ArrayList<>();
        Path classes = Path.of("target/classes/io/millrace/wire");
        int count = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(classes, "*.class")) {
            for (Path file : files) {
                count++;
                ClassModel model = parse(Files.newInputStream(file));
                String name = file.getFileName().toString().replace(".class", "");
                for (MethodModel method : model.methods()) {
                    method.code()
                            .ifPresent(code -> accesses(code).forEach(access -> {
                                if (!allowed.getOrDefault(name, List.of()).contains(access)) {
                                    others.add(name + "." + method.methodName().stringValue() + " calls " + access);
                                }
                            }));
                }
            }
        }
        assertTrue(count > 100, "classes=" + count);
        assertEquals(List.of(), others);
    }

    private static Stream<InvokeInstruction> calls(CodeModel code) {
        return code.elementStream().filter(InvokeInstruction.class::isInstance).map(InvokeInstruction.class::cast);
    }

    private static List<String> accesses(CodeModel code) {
        return calls(code)
                .filter(call -> call.owner().asInternalName().equals(SEGMENT))
                .map(call -> call.name().stringValue())
                .filter(List.of("get", "set", "getAtIndex", "setAtIndex", "copy")::contains)
                .toList();
    }

    private static ClassModel parse(InputStream bytes) throws IOException {
        try (bytes) {
            return ClassFile.of().parse(bytes.readAllBytes());
        }
    }
}
