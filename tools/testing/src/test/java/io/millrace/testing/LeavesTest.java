package io.millrace.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LeavesTest {
    @Test
    void everyValueHasAPath() {
        Map<String, String> leaves = Leaves.of("""
                order: !Limit
                  id: 7
                  legs:
                    - symbol: A
                      price: 1.5
                    - symbol: B
                      price: 2.5
                  names:
                    - x
                    - - y
                      - z
                  "odd key": 1
                  note: |
                    one
                    two
                """);
        assertEquals("!Limit", leaves.get("order"));
        assertEquals("7", leaves.get("order.id"));
        assertEquals("2.5", leaves.get("order.legs[2].price"));
        assertEquals("x", leaves.get("order.names[1]"));
        assertEquals("z", leaves.get("order.names[2][2]"));
        assertEquals("1", leaves.get("order.\"odd key\""));
        assertEquals("|\\none\\ntwo", leaves.get("order.note"));
    }
}
