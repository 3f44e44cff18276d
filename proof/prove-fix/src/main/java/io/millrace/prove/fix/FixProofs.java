package io.millrace.prove.fix;

import io.millrace.prove.ProofProvider;
import java.util.List;

/** Adds {@code fix} to {@code millrace prove}. */
public final class FixProofs implements ProofProvider {
    /** Creates the provider; called by the service loader. */
    public FixProofs() {}

    @Override
    public List<Object> proofs() {
        return List.of(new FixCommand());
    }
}
