package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import java.io.File;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/** The FIX suite on Artio, which has a class path of its own: its libraries are older than those of this module. */
public final class ArtioFixWorkload extends FixWorkload {

    static final List<String> FLAGS = List.of(
            "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED", "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

    private final List<Path> classPath = classPath();

    /** Creates the workload; a fork calls this. */
    public ArtioFixWorkload() {}

    private static List<Path> classPath() {
        List<Path> entries = new ArrayList<>(List.of(ModuleClassPath.harness()));
        entries.addAll(ModuleClassPath.of("fix-artio"));
        return entries;
    }

    @Override
    Optional<FixDecoder> decoder() {
        try {
            Object made = new URLClassLoader(ModuleClassPath.urls(classPath), ClassLoader.getPlatformClassLoader())
                    .loadClass("io.millrace.fix.artio.ArtioDecoder")
                    .getDeclaredConstructor()
                    .newInstance();
            @SuppressWarnings("unchecked") // it is of another class path, and so known by classes of the JDK alone
            Function<byte[], LongSupplier> decoder = (Function<byte[], LongSupplier>) made;
            return Optional.of(new Decoder(decoder));
        } catch (ReflectiveOperationException e) {
            throw new BenchmarkException("the decoder of Artio cannot be made", e);
        }
    }

    private static final class Decoder implements FixDecoder {
        private final Function<byte[], LongSupplier> decoder;
        private LongSupplier opened;

        Decoder(Function<byte[], LongSupplier> decoder) {
            this.decoder = decoder;
        }

        @Override
        public void open(byte[] messages) {
            opened = decoder.apply(messages);
        }

        @Override
        public long decode() {
            return opened.getAsLong();
        }
    }

    @Override
    boolean has(FixDuty duty) {
        return true;
    }

    @Override
    String server() {
        return "io.millrace.fix.artio.ArtioServer";
    }

    @Override
    List<String> jvm(FixDuty duty) {
        List<String> flags = new ArrayList<>(FLAGS);
        if (duty == FixDuty.PLAIN) {
            flags.add("-Dfix.codecs.no_validation=true");
        }
        flags.add("-cp");
        flags.add(classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        return flags;
    }
}
