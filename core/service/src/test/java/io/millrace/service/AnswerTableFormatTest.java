package io.millrace.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.CallSink;
import io.millrace.wire.DeclaredValue;
import io.millrace.wire.MethodWriter;
import io.millrace.wire.Reply;
import io.millrace.wire.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of answers as bytes, in snapshots and the openings of periods: those of version 1 are read for ever. */
class AnswerTableFormatTest {

    private static final HexFormat HEX = HexFormat.of();
    private static final String ANNA = "anna/0000000000000001-00000000-0000-0001-0000-000000000001";

    /** The recorded ones, by their codes. */
    private static final List<AnswerStatus> RECORDED = List.of(
            AnswerStatus.VALUE,
            AnswerStatus.REFUSED,
            AnswerStatus.FAILED,
            AnswerStatus.PASSED_OVER,
            AnswerStatus.TOO_LARGE);

    @Test
    void aTableOfVersionOneIsRead() {
        AnswerTable table = new AnswerTable(AnswerLimits.defaults());
        for (String line : golden()) {
            String[] parts = line.split(" ", -1);
            byte[] schema = HEX.parseHex(parts[1]);
            byte[] arguments = HEX.parseHex(parts[2]);
            Wire.closed()
                    .callDecoder(
                            CallSchema.decode(MemorySegment.ofArray(schema), 0, schema.length), AnswerTableCalls.class)
                    .orElseThrow()
                    .call(BinaryInput.of(arguments), table);
        }
        for (int code = 1; code < RECORDED.size(); code++) {
            AnswerTable.Found found = table.find("calls", ANNA, 10 + code);
            assertEquals(RECORDED.get(code), found.status());
            assertEquals("reason " + code, found.reason());
        }
        AnswerTable.Found value = table.find("calls", ANNA, 10);
        assertEquals(AnswerStatus.VALUE, value.status());
        assertEquals("result", value.schema().parameters().getFirst().name());
        assertEquals(7, BinaryInput.of(value.result()).readInt());
        assertEquals(AnswerStatus.OPEN, table.find("calls", ANNA, 15).status());
        assertEquals(AnswerStatus.UNKNOWN_CLIENT, table.find("calls", "old", 1).status());
    }

    @Test
    void aTableIsWrittenAsInVersionOne() {
        assertEquals(golden(), written(table()));
    }

    @Test
    void aStatusOfAnUnknownCodeIsRefused() {
        AnswerTable table = new AnswerTable(AnswerLimits.defaults());
        table.client("calls", ANNA, 5, 1);
        table.answers(1, new long[] {5}, new int[] {-100}, new byte[0], new int[] {0});
        ServiceException error = assertThrows(ServiceException.class, () -> table.find("calls", ANNA, 5));
        assertEquals("unknown status of an answer code=99 known=0..11", error.getMessage());
    }

    @Test
    void codesOfStatusesNeverChange() {
        for (int code = 0; code < RECORDED.size(); code++) {
            assertEquals(code, RECORDED.get(code).code());
        }
        for (AnswerStatus each : AnswerStatus.values()) {
            assertEquals(each, AnswerStatus.of(each.code()));
        }
        List<Integer> codes = List.of(5, 6, 7, 8, 9, 10, 11);
        List<AnswerStatus> others = List.of(
                AnswerStatus.OPEN,
                AnswerStatus.NONE,
                AnswerStatus.FORGOTTEN,
                AnswerStatus.AHEAD,
                AnswerStatus.UNKNOWN_CLIENT,
                AnswerStatus.AWAY,
                AnswerStatus.BUSY);
        assertEquals(codes, others.stream().map(AnswerStatus::code).toList());
    }

    private static AnswerTable table() {
        AnswerTable table = new AnswerTable(AnswerLimits.defaults());
        CallSchema schema = Wire.closed()
                .values(AnswerForm.INTERFACE, "take", List.of(new DeclaredValue("result", int.class, int.class)))
                .schema();
        table.form(0, schema.encode());
        table.client("calls", ANNA, 15, 1_000);
        BinaryOutput results = BinaryOutput.allocate(64);
        results.writeInt(7);
        int[] lengths = new int[RECORDED.size()];
        int[] forms = new int[RECORDED.size()];
        long[] numbers = new long[RECORDED.size()];
        lengths[0] = results.length();
        numbers[0] = 10;
        for (int code = 1; code < RECORDED.size(); code++) {
            byte[] reason = ("reason " + code).getBytes(StandardCharsets.UTF_8);
            results.writeFrom(reason, 0, reason.length);
            lengths[code] = reason.length;
            forms[code] = -1 - RECORDED.get(code).code();
            numbers[code] = 10L + code;
        }
        table.answers(RECORDED.size(), numbers, forms, results.toByteArray(), lengths);
        table.open(new Reply<>("calls", ANNA, 15), "order(item,amount)");
        table.failures("anna", 1);
        table.forgotten("calls", 500);
        return table;
    }

    /** Returns the calls of a snapshot, each as its method, its schema and its arguments. */
    private static List<String> written(AnswerTable table) {
        Recorder recorder = new Recorder();
        table.snapshot(recorder.writer.as(AnswerTableCalls.class));
        return recorder.lines;
    }

    private static List<String> golden() {
        try (var in = AnswerTableFormatTest.class.getResourceAsStream("/golden/version-1-answer-table.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static final class Recorder implements CallSink {

        private final List<String> lines = new ArrayList<>();
        private final BinaryOutput out = BinaryOutput.allocate(64);
        private final MethodWriter writer = Wire.closed().methodWriter(this, AnswerTableCalls.class);

        @Override
        public BinaryOutput begin(int method) {
            out.reset();
            return out;
        }

        @Override
        public void end(int method) {
            CallSchema call = writer.calls().get(method);
            lines.add(call.methodName() + " " + HEX.formatHex(call.encode()) + " " + HEX.formatHex(out.toByteArray()));
        }

        @Override
        public void abort(int method, Throwable error) {
            out.reset();
        }
    }
}
