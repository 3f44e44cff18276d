package io.millrace.topology;

import java.time.Instant;

/** Calls of the tests of timers. */
public interface Logins {

    void login(String user, Instant at);

    void logout(String user);
}
