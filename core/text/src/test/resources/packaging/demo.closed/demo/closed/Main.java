package demo.closed;

import io.millrace.text.Yaml;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireTypes;
import java.lang.invoke.MethodHandles;

/** Prints what came back through a lookup, and the error without one. */
final class Main {
    private Main() {}

    private record Secret(String name, int value) {}

    public static void main(String[] arguments) {
        Secret secret = new Secret("a", 1);
        Wire wire = Wire.of(WireTypes.none().lookup(MethodHandles.lookup()));
        Yaml yaml = Yaml.of(wire);
        System.out.println(
                "same=" + yaml.read(Secret.class, yaml.write(secret), TextOptions.strict()).equals(secret));
        try {
            Yaml.toYaml(secret);
        } catch (WireException e) {
            System.out.println(e.getMessage());
        }
    }
}
