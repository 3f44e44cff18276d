package io.millrace.fuzz;

import io.millrace.text.Yaml;
import io.millrace.text.YamlTree;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireLimits;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The input is the type's number and a text in YAML. A message that can be read has a canonical text, which is read as
 * an equal message.
 */
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
        Object message = guard.read(input.length, () -> Yaml.of(wire).read(type, text, TextOptions.lenient()));
        if (message != null && type != Samples.Shape.class) {
            String canonical = Yaml.of(wire).write(message);
            String again = Yaml.of(wire).write(Yaml.of(wire).read(type, canonical, TextOptions.strict()));
            Guard.check(canonical.equals(again), "a text differs after it was read text=" + canonical);
        }
    }

    @Override
    public List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (int i = 0; i < types.size(); i++) {
            String text = Yaml.of(wire).write(Samples.messages().get(i));
            seeds.add(Bytes.join(new byte[] {(byte) i}, text.getBytes(StandardCharsets.UTF_8)));
        }
        return seeds;
    }
}
