package io.millrace.kafka;

/** The outcomes of a {@link KafkaGateway}: one call for each call that it was given. */
public interface KafkaResults {
    /**
     * Says that a record was published: it is in the topic, once, in a transaction that is committed.
     *
     * @param topic the topic
     */
    void published(String topic);

    /**
     * Says that a record was not published and will not be.
     *
     * @param refusal why
     */
    void refused(KafkaRefusal refusal);
}
