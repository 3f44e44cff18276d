package io.millrace.benchmarks;

import io.millrace.benchmarks.sbe.NineFieldsDecoder;
import io.millrace.benchmarks.sbe.NineFieldsEncoder;
import io.millrace.benchmarks.sbe.ZonedTimeDecoder;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.agrona.concurrent.UnsafeBuffer;

/** The nine-field message in a fixed layout. */
final class SbeNineFields extends RoundTrip {
    private final NineFields message;
    private final NineFields reuse = new NineFields();
    private final UnsafeBuffer memory = new UnsafeBuffer(ByteBuffer.allocateDirect(MEMORY_BYTES));
    private final NineFieldsEncoder encoder = new NineFieldsEncoder();
    private final NineFieldsDecoder decoder = new NineFieldsDecoder();
    private int position;

    SbeNineFields(NineFields message) {
        super(message);
        this.message = message;
    }

    @Override
    void rewind() {
        position = 0;
    }

    @Override
    int write() {
        encoder.wrap(memory, position)
                .firstId(message.firstId)
                .secondId(message.secondId)
                .thirdId(message.thirdId)
                .staticOne(message.staticOne)
                .staticTwo(message.staticTwo);
        encoder.staticThree()
                .second(message.staticThree.toEpochSecond())
                .nano(message.staticThree.getNano())
                .zone(message.staticThree.getZone().getId());
        encoder.staticFour(message.staticFour).changesA(message.changesA).changesB(message.changesB);
        position += NineFieldsEncoder.BLOCK_LENGTH;
        return NineFieldsEncoder.BLOCK_LENGTH;
    }

    @Override
    WireMessage read() {
        decoder.wrap(memory, position, NineFieldsDecoder.BLOCK_LENGTH, NineFieldsDecoder.SCHEMA_VERSION);
        reuse.firstId = decoder.firstId();
        reuse.secondId = decoder.secondId();
        reuse.thirdId = decoder.thirdId();
        reuse.staticOne = decoder.staticOne();
        reuse.staticTwo = decoder.staticTwo();
        ZonedTimeDecoder time = decoder.staticThree();
        Instant instant = Instant.ofEpochSecond(time.second(), time.nano());
        reuse.staticThree = ZonedDateTime.ofInstant(instant, ZoneId.of(time.zone()));
        reuse.staticFour = decoder.staticFour();
        reuse.changesA = decoder.changesA();
        reuse.changesB = decoder.changesB();
        position += NineFieldsDecoder.BLOCK_LENGTH;
        return reuse;
    }
}
