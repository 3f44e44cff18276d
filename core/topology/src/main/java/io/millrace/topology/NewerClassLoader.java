package io.millrace.topology;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.regex.Pattern;

/**
 * Loads classes of another version than the program's own: from its own entries first, then from its parent. Only
 * Millrace itself and the JDK come from the parent always, since components and the platform share their types.
 */
final class NewerClassLoader extends URLClassLoader {

    static {
        registerAsParallelCapable();
    }

    /** The modules of Millrace have a package each, {@code io.millrace.service}, and none below it. */
    private static final Pattern OF_PLATFORM = Pattern.compile("java\\..*|io\\.millrace\\.[a-z]+\\.[A-Z][^.]*");

    NewerClassLoader(String name, URL[] entries, ClassLoader parent) {
        super(name, entries, parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            Class<?> found = findLoadedClass(name);
            if (found == null && isOfPlatform(name)) {
                return super.loadClass(name, resolve);
            }
            if (found == null) {
                try {
                    found = findClass(name);
                } catch (ClassNotFoundException e) {
                    return super.loadClass(name, resolve);
                }
            }
            if (resolve) {
                resolveClass(found);
            }
            return found;
        }
    }

    /** Returns whether a class of this name is the parent's wherever the parent has it. */
    private boolean isOfPlatform(String name) {
        return OF_PLATFORM.matcher(name).matches() && hasParent(name);
    }

    private boolean hasParent(String name) {
        return name.startsWith("java.") || getParent().getResource(name.replace('.', '/') + ".class") != null;
    }

    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? super.getResource(name) : own;
    }
}
