package demo.named;

import io.millrace.text.Yaml;
import io.millrace.wire.Precompiled;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireTypes;
import java.util.Arrays;

/** Reads and writes, and says which code did it. */
public final class Main {
    private Main() {}

    /** Not public, in a package that is not exported. */
    @Precompiled
    record Positive(String name, int value) {
        Positive {
            if (value < 0) {
                throw new IllegalArgumentException("value=" + value);
            }
        }
    }

    /** The test's way in. */
    public static void main(String[] arguments) {
        Wire wire = Wire.of(WireTypes.none());
        Positive positive = new Positive("x", 5);
        String text = Yaml.of(wire).write(positive);
        boolean same = positive.equals(Yaml.of(wire).read(Positive.class, text, TextOptions.strict()));
        boolean precompiled = false;
        try {
            Yaml.of(wire).read(Positive.class, "value: -1\n", TextOptions.strict());
        } catch (WireException e) {
            Throwable first = e;
            while (first.getCause() != null) {
                first = first.getCause();
            }
            precompiled = Arrays.stream(first.getStackTrace())
                    .anyMatch(frame -> frame.getClassName().startsWith("demo.named.Main_Positive_Codec"));
        }
        System.out.println("same=" + same + " precompiled=" + precompiled);
    }
}
