package io.millrace.load.cql;

import static org.junit.jupiter.api.Assertions.assertSame;

import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.retry.RetryVerdict;
import com.datastax.oss.driver.api.core.servererrors.DefaultWriteType;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class RethrowingPolicyTest {
    private final RethrowingPolicy policy = new RethrowingPolicy(null, "default");
    private final SimpleStatement request = SimpleStatement.newInstance("select 1");

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
}
