package io.millrace.fuzz;

import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireLimits;
import io.millrace.wire.YamlTree;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The type's number and a YAML text: what can be read has a canonical text, which reads back to itself. */
final class YamlTarget implements Target {
    private final Wire wire = Samples.wire();
    private final List<Class<?>> types = Samples.types();
    private final Guard guard = new Guard(4 << 20, 4_096);

    @Override
    public void accept(byte[] input) {
        if (input.length == 0) {
            return;
        }
        Class<?> type = types.get((input[0] & 0xFF) % types.size());
        String text = new String(Arrays.copyOfRange(input, 1, input.length), StandardCharsets.UTF_8);
        guard.read(input.length, () -> YamlTree.parse(text, WireLimits.defaults()));
        Object message = guard.read(input.length, () -> wire.readYaml(type, text, TextOptions.lenient()));
        if (message != null && type != Samples.Shape.class) {
            String canonical = wire.writeYaml(message);
            String again = wire.writeYaml(wire.readYaml(type, canonical, TextOptions.strict()));
            Guard.check(canonical.equals(again), "a text differs once it is read text=" + canonical);
        }
    }

    @Override
    public List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            String text = wire.writeYaml(Samples.messages().get(i));
            seeds.add(Bytes.join(new byte[] {(byte) i}, text.getBytes(StandardCharsets.UTF_8)));
        }
        return seeds;
    }
}
