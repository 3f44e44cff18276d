package io.millrace.jdbc;

import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class H2FaultTest extends FaultContract {
    @TempDir
    Path directory;

    @Override
    TestDatabase create() {
        return new H2Database("jdbc:h2:" + directory.resolve("database") + ";LOCK_TIMEOUT=50");
    }

    @Override
    String endsItsConnection() {
        return "shutdown immediately";
    }

    @Override
    String waitsForALock() {
        return "update payment set amount = 2";
    }

    @Override
    String takesTooLong() {
        // The statements beside it have the same limit, and must keep it on a slow machine.
        gateway()
                .update(GatewayContract.at(0), "set query_timeout 3000")
                .commit()
                .published()
                .clear();
        return "insert into done select -1 from system_range(1, 100000) a, system_range(1, 100000) b"
                + " where a.x + b.x < 0";
    }

    @Test
    void aNumberThatH2CallsAGeneralErrorIsAnsweredAtOnce() throws SQLException {
        GatewayContract.assertThrown(
                third("insert into done values (cast('1E+2000000000' as numeric(30, 2)))"), "", "");
    }
}
