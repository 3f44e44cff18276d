package io.millrace.load.cql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.config.DriverExecutionProfile;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.retry.RetryDecision;
import com.datastax.oss.driver.api.core.retry.RetryVerdict;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RethrowingPolicyTest {
    private final RethrowingPolicy policy = new RethrowingPolicy(null, "default");
    private final SimpleStatement request = SimpleStatement.newInstance("select 1");

    /** The {@code application.conf} of these tests says otherwise. */
    @Test
    void theDriverIsToldToSendNothingTwice() {
        try (DriverConfigLoader loader = CqlTarget.configuration(Duration.ofSeconds(7), 2_000)) {
            DriverExecutionProfile told = loader.getInitialConfig().getDefaultProfile();
            assertEquals(RethrowingPolicy.class.getName(), told.getString(DefaultDriverOption.RETRY_POLICY_CLASS));
            assertEquals(
                    "NoSpeculativeExecutionPolicy",
                    told.getString(DefaultDriverOption.SPECULATIVE_EXECUTION_POLICY_CLASS));
            assertEquals(Duration.ofSeconds(7), told.getDuration(DefaultDriverOption.REQUEST_TIMEOUT));
            assertEquals(2_000, told.getInt(DefaultDriverOption.CONNECTION_MAX_REQUESTS));
        }
    }

    /** In each of these cases the driver's own policy sends a request again, some only where it is idempotent. */
    @Test
    void nothingIsSentAgain() {
        DefaultConsistencyLevel level = DefaultConsistencyLevel.ONE;
        assertSame(RetryVerdict.RETHROW, policy.onReadTimeoutVerdict(request, level, 1, 1, false, 0));
        assertSame(
                RetryVerdict.RETHROW,
                policy.onWriteTimeoutVerdict(request, level, DefaultWriteType.BATCH_LOG, 1, 0, 0));
        assertSame(RetryVerdict.RETHROW, policy.onUnavailableVerdict(request, level, 2, 1, 0));
        assertSame(RetryVerdict.RETHROW, policy.onRequestAbortedVerdict(request, new IOException("closed"), 0));
        assertSame(RetryVerdict.RETHROW, policy.onErrorResponseVerdict(request, null, 0));
    }

    @Test
    @SuppressWarnings("deprecation") // the driver still declares the old forms
    void nothingIsSentAgainByTheOldForms() {
        DefaultConsistencyLevel level = DefaultConsistencyLevel.ONE;
        assertSame(RetryDecision.RETHROW, policy.onReadTimeout(request, level, 1, 1, false, 0));
        assertSame(RetryDecision.RETHROW, policy.onWriteTimeout(request, level, DefaultWriteType.BATCH_LOG, 1, 0, 0));
        assertSame(RetryDecision.RETHROW, policy.onUnavailable(request, level, 2, 1, 0));
        assertSame(RetryDecision.RETHROW, policy.onRequestAborted(request, new IOException("closed"), 0));
        assertSame(RetryDecision.RETHROW, policy.onErrorResponse(request, null, 0));
    }
}
