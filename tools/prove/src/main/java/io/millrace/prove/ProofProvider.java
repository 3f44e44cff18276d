package io.millrace.prove;

import java.util.List;

/**
 * Adds proofs to {@code millrace prove}. Providers are found with {@link java.util.ServiceLoader} on the class path of
 * the command.
 */
public interface ProofProvider {
    /**
     * Returns the proofs to add.
     *
     * @return objects whose classes bear picocli's {@code @Command} with a name, and run as a {@code Callable<Integer>}
     *     that returns 0 if nothing failed and 1 else
     */
    List<Object> proofs();
}
