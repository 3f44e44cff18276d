package io.millrace.simulation;

import io.millrace.prove.ProofProvider;
import java.util.List;

/** Adds {@code replication} and {@code ledger} to {@code millrace prove}. */
public final class SimulationProofs implements ProofProvider {
    /** Creates the provider; called by the service loader. */
    public SimulationProofs() {}

    @Override
    public List<Object> proofs() {
        return List.of(new ReplicationCommand(), new LedgerCommand());
    }
}
