package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class CodecsTest {
    record Bad(Tree tree, Thread thread) {}

    record Tree(List<Tree> trees, Bad bad) {}

    @Test
    void threadsThatWantTheSameCodecAtOnceGetOneThatWorks() throws Exception {
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            for (int round = 0; round < 20; round++) {
                Wire wire = Wire.of(WireTypes.none());
                Callable<BinaryCodec<Messages.Tree>> task = () -> {
                    BinaryCodec<Messages.Tree> codec = wire.codec(Messages.Tree.class);
                    Messages.Tree tree = new Messages.Tree("a", new Messages.Tree("b", null, List.of()), null);
                    BinaryOutput out = BinaryOutput.allocate(64);
                    codec.write(out, tree);
                    assertEquals(tree, codec.decoder().read(BinaryInput.of(out.toByteArray())));
                    return codec;
                };
                List<BinaryCodec<Messages.Tree>> codecs = new ArrayList<>();
                for (Future<BinaryCodec<Messages.Tree>> each :
                        threads.invokeAll(java.util.Collections.nCopies(8, task))) {
                    codecs.add(each.get());
                }
                codecs.forEach(each -> assertSame(codecs.get(0), each));
            }
        }
    }

    @Test
    void aTypeThatFailedFailsTheSameWayAgain() {
        Wire wire = Wire.of(WireTypes.none());
        String first = assertThrows(WireTypeException.class, () -> wire.codec(Tree.class))
                .getMessage();
        assertEquals(
                first,
                assertThrows(WireTypeException.class, () -> wire.codec(Tree.class))
                        .getMessage());
    }

    @Test
    void aDecoderForAnEqualSchemaIsTheSame() {
        Wire wire = Wire.of(WireTypes.none());
        byte[] schema = wire.schema(Messages.Trade.class).encode();
        Schema copy = Schema.decode(java.lang.foreign.MemorySegment.ofArray(schema), 0, schema.length);
        assertSame(
                wire.decoder(Messages.Trade.class, copy),
                wire.codec(Messages.Trade.class).decoder());
    }

    @Test
    void schemasWithoutEndDoNotFillTheMemory() {
        Wire wire = Wire.of(WireTypes.none());
        for (int i = 0; i < 300; i++) {
            Schema schema = new Schema(
                    List.of(new MessageType(
                            "x.T" + i,
                            MessageForm.RECORD,
                            List.of(new Field("f" + i, Scalar.required(ScalarKind.INT))))),
                    new Reference(0));
            BinaryOutput out = BinaryOutput.allocate(16);
            out.writeInt(i);
            assertEquals(
                    new Messages.Trade(null, null, 0, 0),
                    wire.decoder(Messages.Trade.class, schema).read(BinaryInput.of(out.toByteArray())));
        }
    }
}
