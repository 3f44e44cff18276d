package io.millrace.load.cql;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.context.DriverContext;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryPolicy;
import com.datastax.oss.driver.api.core.retry.RetryVerdict;
import com.datastax.oss.driver.api.core.servererrors.CoordinatorException;
import com.datastax.oss.driver.api.core.servererrors.WriteType;
import com.datastax.oss.driver.api.core.session.Request;

/**
 * Has no request sent again: each failure is that of its operation, which is counted. What a load measures would
 * otherwise be more requests than it reports. Loaded by the driver, from its configuration; for any number of threads.
 */
@SuppressWarnings("deprecation") // the driver still declares the old forms, without a default
public final class RethrowingPolicy implements RetryPolicy {
    /**
     * Creates one, as the driver does.
     *
     * @param context of the driver
     * @param profile the name of the profile of the configuration
     */
    public RethrowingPolicy(DriverContext context, String profile) {}

    @Override
    public RetryVerdict onReadTimeoutVerdict(
            Request request, ConsistencyLevel level, int required, int received, boolean hasData, int retries) {
        return RetryVerdict.RETHROW;
    }

    @Override
    public RetryVerdict onWriteTimeoutVerdict(
            Request request, ConsistencyLevel level, WriteType type, int required, int received, int retries) {
        return RetryVerdict.RETHROW;
    }

    @Override
    public RetryVerdict onUnavailableVerdict(
            Request request, ConsistencyLevel level, int required, int alive, int retries) {
        return RetryVerdict.RETHROW;
    }

    @Override
    public RetryVerdict onRequestAbortedVerdict(Request request, Throwable error, int retries) {
        return RetryVerdict.RETHROW;
    }

    @Override
    public RetryVerdict onErrorResponseVerdict(Request request, CoordinatorException error, int retries) {
        return RetryVerdict.RETHROW;
    }

    @Override
    public RetryDecision onReadTimeout(
            Request request, ConsistencyLevel level, int required, int received, boolean hasData, int retries) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onWriteTimeout(
            Request request, ConsistencyLevel level, WriteType type, int required, int received, int retries) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onUnavailable(Request request, ConsistencyLevel level, int required, int alive, int retries) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onRequestAborted(Request request, Throwable error, int retries) {
        return RetryDecision.RETHROW;
    }

    @Override
    public RetryDecision onErrorResponse(Request request, CoordinatorException error, int retries) {
        return RetryDecision.RETHROW;
    }

    /** Releases nothing. */
    @Override
    public void close() {}
}
