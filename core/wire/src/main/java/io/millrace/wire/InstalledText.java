package io.millrace.wire;

import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;

/** The provider of text formats that was found when this class was initialized, if there is one. */
final class InstalledText {
    private static final Optional<TextFormats> FORMATS = ServiceLoader.load(
                    TextFormats.class, TextFormats.class.getClassLoader())
            .findFirst();

    private InstalledText() {}

    static Optional<TextFormats> formats() {
        return FORMATS;
    }

    /** Returns a function that reads one value and returns its text; without text formats, scalars and types alone. */
    static Function<BinaryInput, String> valueText(WireType type, List<NamedType> types) {
        return FORMATS.map(formats -> formats.valueText(type, types)).orElse(in -> {
            int start = in.offset();
            String text = ValueSkipper.describe(in, type, types);
            in.rewind(start);
            ValueSkipper.skip(in, type, types);
            return text;
        });
    }
}
