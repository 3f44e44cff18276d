package io.millrace.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/** Loads the ledger and its simulation once more, with rules broken. */
final class MutantLoader extends ClassLoader {

    private final List<Mutant> mutants;

    MutantLoader(Mutant... mutants) {
        super(MutantLoader.class.getClassLoader());
        this.mutants = List.of(mutants);
    }

    /** Returns an object of a public class of this package that runs with the broken rules, as a type of the JDK. */
    <T> T create(Class<T> type, Class<? extends T> run) {
        try {
            for (Mutant mutant : mutants) {
                loadClass(Mutant.PACKAGE + mutant.type()); // a method that is not there is an error, and no finding
            }
            return type.cast(loadClass(run.getName()).getConstructor().newInstance());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a simulation cannot be loaded mutants=" + mutants, e);
        }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        String own = MutantLoader.class.getPackageName() + ".";
        if (!name.startsWith(Mutant.PACKAGE) && !name.startsWith(own)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            if (loaded != null) {
                return loaded;
            }
            try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (in == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = in.readAllBytes();
                for (Mutant mutant : mutants) {
                    bytes = mutant.change(name, bytes);
                }
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
