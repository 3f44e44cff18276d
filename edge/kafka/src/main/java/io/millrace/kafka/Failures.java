package io.millrace.kafka;

import java.util.List;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnsupportedForMessageFormatException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * Distinguishes what clients report: what is wrong with one record, and would be for ever; that another producer has
 * taken over; settings that no repetition mends; and everything else, which may pass.
 */
final class Failures {
    private static final List<Class<? extends Exception>> OF_RECORD = List.of(
            RecordTooLargeException.class,
            RecordBatchTooLargeException.class,
            SerializationException.class,
            InvalidRecordException.class,
            InvalidTimestampException.class,
            PolicyViolationException.class,
            UnsupportedForMessageFormatException.class);

    private static final List<Class<? extends Exception>> OF_TOPIC =
            List.of(TopicAuthorizationException.class, InvalidTopicException.class);

    private static final List<Class<? extends Exception>> FENCED =
            List.of(ProducerFencedException.class, InvalidProducerEpochException.class);

    private static final List<Class<? extends Exception>> OF_SETTINGS = List.of(
            AuthenticationException.class,
            ClusterAuthorizationException.class,
            TransactionalIdAuthorizationException.class,
            UnsupportedVersionException.class);

    private Failures() {}

    /** Returns whether a record can never be sent. */
    static boolean isOfRecord(Throwable failure) {
        return isOneOf(OF_RECORD, failure) || isOfTopic(failure);
    }

    /** Returns whether no record can be sent to a topic. */
    static boolean isOfTopic(Throwable failure) {
        return isOneOf(OF_TOPIC, failure);
    }

    /** Returns whether another producer has the same transactional id now. */
    static boolean isFenced(Throwable failure) {
        return isOneOf(FENCED, failure);
    }

    /** Returns whether the same would fail again until a user changes a setting. */
    static boolean isOfSettings(Throwable failure) {
        return isOneOf(OF_SETTINGS, failure);
    }

    /** Returns whether no address of a broker can be found by its name, as while the name service is away. */
    static boolean isOfName(Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof ConfigException
                    && String.valueOf(each.getMessage()).startsWith("No resolvable bootstrap")) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOneOf(List<Class<? extends Exception>> types, Throwable failure) {
        for (Throwable each = failure; each != null; each = each.getCause()) {
            for (Class<? extends Exception> type : types) {
                if (type.isInstance(each)) {
                    return true;
                }
            }
        }
        return false;
    }
}
