package io.millrace.codegen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.CallSink;
import io.millrace.wire.Schema;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireTypes;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Compares codecs that were generated at build time with those that are generated at run time for the same classes. */
@Tag("process")
class CodecProcessorTest {
    private static final Path GOLDEN = Path.of("src/test/resources/golden");

    @TempDir
    private static Path folder;

    private static Compilation precompiled;
    private static Compilation generated;

    /**
     * An earlier version of the order: some of its fields, in another order, one narrower and one that has been
     * removed.
     */
    record Earlier(int limit, String gone, int size, String symbol) {}

    /** A version of the leg with fewer fields. */
    record Lesser(String venue) {}

    @BeforeAll
    static void compile() throws Exception {
        precompiled = Compilation.of(folder.resolve("precompiled"), "plain", List.of());
        generated = Compilation.of(folder.resolve("generated"), "plain", List.of("-proc:none"));
    }

    @Test
    void theSourceIsAsItWas() throws Exception {
        for (String name : List.of(
                "Order_Codec",
                "Order_Leg_Codec",
                "Order_Pair_Codec",
                "Quote_Codec",
                "Quote_Tick_Codec",
                "Orders_Calls")) {
            assertEquals(
                    Files.readString(GOLDEN.resolve(name + ".txt")),
                    Files.readString(precompiled.folder().resolve("demo").resolve(name + ".java")));
        }
    }

    @Test
    void theBytesAndTheSchemaAreThoseOfGeneratedCodecs() throws Exception {
        assertArrayEquals((byte[]) generated.call("write"), (byte[]) precompiled.call("write"));
        assertEquals(generated.call("schema"), precompiled.call("schema"));
    }

    @Test
    void whatOneWritesTheOtherReads() throws Exception {
        Object schema = generated.call("schema");
        Object bytes = generated.call("write");
        String text = (String) precompiled.call("read", schema, bytes);
        assertEquals(generated.call("read", schema, bytes), text);
        assertTrue(text.contains("currency: CHF\n"), text);
        assertTrue(text.contains("tick: 99 ticks\n"), text);
        assertTrue(text.contains("venue: none\n"), text);
    }

    @Test
    void anEarlierVersionIsReadWithTheSameDefaults() throws Exception {
        Wire wire = Wire.of(WireTypes.none());
        Schema schema = wire.schema(Earlier.class);
        BinaryOutput out = BinaryOutput.allocate(64);
        wire.codec(Earlier.class).write(out, new Earlier(8, "x", 5, "A"));
        String text = (String) precompiled.call("read", schema, out.toByteArray());
        assertEquals(generated.call("read", schema, out.toByteArray()), text);
        assertTrue(text.contains("quantity: 5\n"), text);
        assertTrue(text.contains("rows: 3\n"), text);
        Schema leg = wire.schema(Lesser.class);
        out.reset();
        wire.codec(Lesser.class).write(out, new Lesser("V"));
        text = (String) precompiled.call("readLeg", leg, out.toByteArray());
        assertEquals(generated.call("readLeg", leg, out.toByteArray()), text);
        assertTrue(text.contains("count: -1\n"), text);
    }

    @Test
    void thePrecompiledCodeIsWhatRuns() throws Exception {
        assertTrue(runsPrecompiled(precompiled));
        assertTrue(!runsPrecompiled(generated));
    }

    @ParameterizedTest
    @EnumSource(names = {"BINARY", "RAW", "DELTA", "YAML", "JSON"})
    void everyFormatIsThatOfGeneratedCodecs(WireFormat format) throws Exception {
        long seed = System.nanoTime();
        String about = "seed=" + seed;
        List<?> expected = (List<?>) generated.call("quotes", format, seed);
        List<?> written = (List<?>) precompiled.call("quotes", format, seed);
        assertEquals(expected.size(), written.size(), about);
        for (int i = 0; i < expected.size(); i++) {
            assertArrayEquals((byte[]) expected.get(i), (byte[]) written.get(i), about + " i=" + i);
        }
        assertEquals(
                generated.call("readQuotes", format, written), precompiled.call("readQuotes", format, written), about);
        assertEquals(generated.call("order", format), precompiled.call("order", format));
    }

    @Test
    void callsAreThoseOfGeneratedWritersAndReaders() throws Exception {
        long seed = System.nanoTime();
        String about = "seed=" + seed;
        List<?> expected = (List<?>) generated.call("calls", seed);
        List<?> written = (List<?>) precompiled.call("calls", seed);
        assertSame(expected, written, about);
        Object schemas = generated.call("callSchemas");
        assertEquals(schemas, precompiled.call("callSchemas"));
        List<?> read = (List<?>) precompiled.call("readCalls", schemas, written);
        assertEquals(generated.call("readCalls", schemas, written), read, about);
        assertTrue(read.size() > 150, about + " read=" + read.size());
    }

    private static void assertSame(List<?> expected, List<?> written, String about) {
        assertEquals(expected.size(), written.size(), about);
        for (int i = 0; i < expected.size(); i++) {
            String where = about + " i=" + i;
            if (expected.get(i) instanceof byte[] bytes) {
                assertArrayEquals(bytes, (byte[]) written.get(i), where);
            } else {
                assertEquals(expected.get(i), written.get(i), where);
            }
        }
    }

    /** Earlier versions of some calls: with fewer, other, narrower and reordered parameters. */
    interface EarlierOrders {
        void many(int gone, byte small, byte count, boolean open);

        void objects(byte[] raw, String text);

        EarlierRouted to(String destination);

        interface EarlierRouted {
            void last();
        }
    }

    @Test
    void earlierCallsAreReadAlike() throws Exception {
        List<Object> calls = new ArrayList<>();
        Wire wire = Wire.of(WireTypes.none());
        CallSink sink = (CallSink) precompiled.call("sink", calls);
        EarlierOrders orders = wire.methodWriter(sink, EarlierOrders.class).as(EarlierOrders.class);
        orders.many(1, (byte) 2, (byte) 3, true);
        orders.objects(new byte[] {5}, "text");
        orders.to("d").last();
        orders.to(null).last();
        List<CallSchema> schemas = wire.calls(EarlierOrders.class);
        Object read = precompiled.call("readCalls", schemas, calls);
        assertEquals(generated.call("readCalls", schemas, calls), read);
        assertEquals(
                List.of("many true 2 0 \0 3 0 0.0 0.0 ", "objects text [1] null null null ", "to d 0 null "), read);
        calls.set(1, new byte[] {1}); // truncated
        assertEquals(generated.call("readCalls", schemas, calls), precompiled.call("readCalls", schemas, calls));
    }

    @Test
    void noCodeIsGeneratedWhereAllOfItWasWrittenBefore() throws Exception {
        assertEquals(List.of(), precompiled.generatedBy("demo.Use"));
        List<String> kinds = generated.generatedBy("demo.Use").stream()
                .map(name -> name.substring(name.lastIndexOf('$') + 1))
                .distinct()
                .sorted()
                .toList();
        assertEquals(List.of("CallDecoder", "Changes", "Decoder", "Encoder", "Writer"), kinds);
    }

    private static boolean runsPrecompiled(Compilation compilation) throws Exception {
        byte[] cut = Arrays.copyOf((byte[]) compilation.call("write"), 12);
        Object schema = compilation.call("schema");
        InvocationTargetException e =
                assertThrows(InvocationTargetException.class, () -> compilation.call("read", schema, cut));
        WireException error = (WireException) e.getCause();
        assertTrue(error.getMessage().contains("type=demo.Order field="), error.getMessage());
        return Arrays.stream(error.getStackTrace())
                .anyMatch(frame -> frame.getClassName().startsWith("demo.Order_Codec"));
    }

    @Test
    void whatCannotBeReachedIsAnErrorThatNamesIt() throws Exception {
        String source = """
                package demo;
                @io.millrace.wire.Precompiled
                final class Secret {
                    private int hidden;
                }
                """;
        String output = Compilation.failure(folder.resolve("secret"), "Secret", source);
        assertTrue(output.contains("it is private member=hidden type=demo.Secret"), output);
        String abstractOutput = Compilation.failure(
                folder.resolve("abstract"),
                "Open",
                "package demo; @io.millrace.wire.Precompiled abstract class Open {}");
        assertTrue(abstractOutput.contains("type=demo.Open"), abstractOutput);
    }

    @Test
    void anInterfaceWithResultsIsAnErrorThatNamesTheMethod() throws Exception {
        for (String result : List.of("int", "java.util.List<String>", "io.millrace.wire.Reply<String>")) {
            String source =
                    "package demo; @io.millrace.wire.Precompiled public interface Stock { " + result + " take(); }";
            String output = Compilation.failure(folder.resolve("results"), "Stock", source);
            assertTrue(output.contains("calls of an interface with results are not precompiled"), output);
            assertTrue(output.contains("take"), output);
        }
    }

    @Test
    void aNamedModuleAndAnImageUseThemToo() throws Exception {
        Compilation named = Compilation.module(folder.resolve("named"), "demo.named");
        assertEquals("same=true precompiled=true", named.runModule("demo.named/demo.named.Main"));
        assertEquals("same=true precompiled=true", named.runImage("demo.named", "demo.named.Main"));
    }
}
