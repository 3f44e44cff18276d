package io.millrace.fix.codegen;

/**
 * A source file that was generated.
 *
 * @param packageName the package
 * @param name the simple name of its class
 * @param text the source, which is the same for the same input
 */
public record GeneratedSource(String packageName, String name, String text) {

    /** Returns the full name of the class. */
    public String qualifiedName() {
        return packageName + "." + name;
    }

    /** Returns where the file belongs below a folder of sources. */
    public String path() {
        return qualifiedName().replace('.', '/') + ".java";
    }
}
