package io.millrace.text;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarInputStream;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Jars within a jar, and a class loader that reads them. */
final class NestedJars {
    private NestedJars() {}

    /** Packs folders and jars, each as a jar of its own, into one jar. */
    static Path pack(Path target, Path... roots) throws IOException {
        try (JarOutputStream outer = new JarOutputStream(Files.newOutputStream(target))) {
            for (int i = 0; i < roots.length; i++) {
                outer.putNextEntry(new JarEntry("lib/" + i + ".jar"));
                outer.write(Files.isDirectory(roots[i]) ? jar(roots[i]) : Files.readAllBytes(roots[i]));
                outer.closeEntry();
            }
        }
        return target;
    }

    private static byte[] jar(Path root) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (JarOutputStream jar = new JarOutputStream(bytes);
                Stream<Path> walk = Files.walk(root)) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                jar.putNextEntry(new JarEntry(root.relativize(file).toString().replace('\\', '/')));
                Files.copy(file, jar);
                jar.closeEntry();
            }
        }
        return bytes.toByteArray();
    }

    /** Returns a loader of the classes in the jars within a jar; it takes classes that its parent knows from there. */
    static ClassLoader loader(Path jar, ClassLoader parent) throws IOException {
        Map<String, byte[]> files = new HashMap<>();
        try (JarInputStream outer = new JarInputStream(Files.newInputStream(jar))) {
            for (JarEntry entry = outer.getNextJarEntry(); entry != null; entry = outer.getNextJarEntry()) {
                try (JarInputStream inner = new JarInputStream(new ByteArrayInputStream(outer.readAllBytes()))) {
                    for (JarEntry file = inner.getNextJarEntry(); file != null; file = inner.getNextJarEntry()) {
                        files.put(file.getName(), inner.readAllBytes());
                    }
                }
            }
        }
        return new Loader(files, parent);
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> files;

        Loader(Map<String, byte[]> files, ClassLoader parent) {
            super(parent);
            this.files = Map.copyOf(files);
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = files.get(name.replace('.', '/') + ".class");
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }

        @Override
        public InputStream getResourceAsStream(String name) {
            byte[] bytes = files.get(name);
            return bytes == null ? super.getResourceAsStream(name) : new ByteArrayInputStream(bytes);
        }
    }
}
