package io.millrace.prove.kafka;

import io.millrace.prove.ProofProvider;
import java.util.List;

/** Adds {@code kafka} to {@code millrace prove}. */
public final class KafkaProofs implements ProofProvider {
    /** Creates the provider; called by the service loader. */
    public KafkaProofs() {}

    @Override
    public List<Object> proofs() {
        return List.of(new KafkaCommand());
    }
}
