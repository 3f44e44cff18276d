package io.millrace.jdbc;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlStartTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "commit",
                " /* a */ -- b\n ROLLBACK",
                "/* a /* b */ c */ Begin",
                ";; commit",
                "start  transaction",
                "SET\tautocommit on",
                "set session characteristics as transaction read only",
                "prepare transaction 'a'",
                "end;",
                "insert into a values (1); commit",
                "insert into a values (E'\\';'); rollback",
                "insert into a values ('\\'); rollback",
                "insert into a values ($a$;$$;$a$); rollback"
            })
    void transactionControlIsRecognised(String sql) {
        assertTrue(SqlStart.controlsTransaction(sql));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--",
                "/*",
                "insert into commit values (1)",
                "set session authorization a",
                "committed",
                "prepare a as select 1",
                "insert into a values ('; commit')",
                "insert into \"a; commit\" values (1)",
                "insert into a values ($a$; commit $a$, $1)",
                "insert into a values (1) -- ; commit",
                "insert into a values (1) /* ; commit */",
                "create function f() returns int begin atomic select 1; end",
                "start"
            })
    void nothingElseIs(String sql) {
        assertFalse(SqlStart.controlsTransaction(sql));
    }

    @Test
    void manyBlanksAndCommentsEndNoStack() {
        assertTrue(SqlStart.controlsTransaction(" ".repeat(1 << 20) + "/**/".repeat(1 << 20) + "commit"));
        assertTrue(SqlStart.isAboutData("(".repeat(1 << 20) + "select 1"));
    }
}
