package io.millrace.simulation;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.function.BiFunction;

/** Loads the ledger and its simulation once more, with a rule broken. */
final class MutantLoader extends ClassLoader {

    private final Mutant mutant;

    MutantLoader(Mutant mutant) {
        super(MutantLoader.class.getClassLoader());
        this.mutant = mutant;
    }

    /** Returns a run of a seed and a number of rounds, which returns what was violated or null. */
    @SuppressWarnings("unchecked") // the class has this interface
    BiFunction<Long, Long, String> run() {
        try {
            loadClass(Mutant.PACKAGE + mutant.type()); // a method that is not there is an error, and no finding
            return (BiFunction<Long, Long, String>)
                    loadClass(MutantRun.class.getName()).getConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("a simulation cannot be loaded mutant=" + mutant, e);
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
                byte[] bytes = mutant.change(name, in.readAllBytes());
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
