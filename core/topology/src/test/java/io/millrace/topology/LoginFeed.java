package io.millrace.topology;

import io.millrace.service.ExternalSource;
import io.millrace.service.Progress;
import io.millrace.service.SourceContext;
import java.time.Instant;

/** Three logins and a logout. */
public final class LoginFeed implements ExternalSource {

    static final Instant NOON = Instant.parse("2026-01-02T12:00:00Z");

    private final Logins out;
    private long next;

    /** Takes the output. */
    public LoginFeed(Logins out) {
        this.out = out;
    }

    @Override
    public void open(long resumeAfter) {
        next = resumeAfter + 1;
    }

    @Override
    public Progress poll(SourceContext context) {
        if (next == 4) {
            return Progress.ENDED;
        }
        context.index(next);
        switch ((int) next++) {
            case 0 -> out.login("ann", NOON);
            case 1 -> out.login("ben", NOON.plusSeconds(60));
            case 2 -> out.login("cas", NOON.plusSeconds(120));
            default -> out.logout("ben");
        }
        return Progress.EMITTED;
    }

    @Override
    public void close() {}
}
