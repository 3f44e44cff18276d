package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.millrace.harness.ServerMain;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
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

    /** Returns the harness, and the classes and libraries of the module that has Artio, which is beside this one. */
    private static List<Path> classPath() {
        Path target = locationOf(ArtioFixWorkload.class)
                .resolve("../../../fix-artio/target")
                .normalize();
        List<Path> entries = new ArrayList<>(List.of(locationOf(ServerMain.class), target.resolve("classes")));
        try (DirectoryStream<Path> jars = Files.newDirectoryStream(target.resolve("lib"), "*.jar")) {
            jars.forEach(entries::add);
        } catch (IOException e) {
            throw new BenchmarkException("the module proof/fix-artio is not built: " + e.getMessage(), e);
        }
        return entries;
    }

    private static Path locationOf(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new BenchmarkException("a class has no path type=" + type, e);
        }
    }

    @Override
    Optional<FixDecoder> decoder() {
        URL[] urls = classPath.stream().map(ArtioFixWorkload::url).toArray(URL[]::new);
        try {
            Object made = new URLClassLoader(urls, ClassLoader.getPlatformClassLoader())
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

    private static URL url(Path entry) {
        try {
            return entry.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
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
