package io.millrace.kafka;

import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Wire;
import io.millrace.wire.WireCodec;
import io.millrace.wire.WireDecoder;
import io.millrace.wire.WireEncoder;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireTypes;
import java.nio.charset.StandardCharsets;

/**
 * Position records: the key is {@code TOPOLOGY/GATEWAY/JOURNAL-ID} in UTF-8, the value a {@link StoredPosition} as
 * JSON, so that both can be read with Kafka's own tools. Used by one thread.
 */
final class PositionCodec {
    private final WireEncoder<StoredPosition> encoder;
    private final WireDecoder<StoredPosition> decoder;
    private final BinaryOutput output = BinaryOutput.allocate(1 << 8);

    PositionCodec() {
        WireCodec<StoredPosition> codec = Wire.of(WireTypes.none()).codec(StoredPosition.class, WireFormat.JSON);
        encoder = codec.encoder();
        decoder = codec.decoder();
    }

    static byte[] key(String identity, String journalId) {
        return (identity + "/" + journalId).getBytes(StandardCharsets.UTF_8);
    }

    byte[] encode(StoredPosition position) {
        output.reset();
        encoder.write(output, position);
        return output.toByteArray();
    }

    StoredPosition decode(String key, byte[] value) {
        try {
            StoredPosition position = decoder.read(BinaryInput.of(value));
            if (position.version() < 1 || position.version() > StoredPosition.VERSION) {
                throw new KafkaServiceException("a position record has an unknown version key=" + key + " version="
                        + position.version() + " known=1-" + StoredPosition.VERSION);
            }
            return position;
        } catch (WireException e) {
            throw new KafkaServiceException(
                    "a position record cannot be read key=" + key + " bytes=" + value.length + ": " + e.getMessage(),
                    e);
        }
    }
}
