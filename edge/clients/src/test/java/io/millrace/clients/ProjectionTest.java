package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.CallSchema;
import io.millrace.wire.Wire;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProjectionTest {

    record Point(int x, int y) {}

    record Line(String name, Point from, Point to) {}

    interface Lines {
        void drawn(Line line);

        void moved(Line line, int by);

        void renamed(String name);
    }

    private static final List<CallSchema> CALLS = Wire.closed().calls(Lines.class);

    private static String apply(String fields, String method, String arguments) {
        CallSchema schema = CALLS.stream()
                .filter(call -> call.methodName().equals(method))
                .findFirst()
                .orElseThrow();
        return Projection.of(Optional.of(fields.replace('\'', '"')))
                .apply(schema, arguments.replace('\'', '"'))
                .replace('"', '\'');
    }

    @Test
    void fieldsAreTakenByTheirPathsAndGetTheirNames() {
        String line = "{'name':'a','from':{'x':1,'y':2},'to':{'x':3,'y':4}}";
        assertEquals("{'n':'a','x':3}", apply("{'name':'n','to.x':'x'}", "drawn", "{'line':" + line + "}"));
        assertEquals("{'to':{'x':3,'y':4}}", apply("{'to':'to'}", "drawn", "{'line':" + line + "}"));
        assertEquals("{'all':" + line + "}", apply("{'line':'all'}", "drawn", "{'line':" + line + "}"));
        assertEquals("{'by':7,'n':'a'}", apply("{'by':'by','line.name':'n'}", "moved", "{'line':" + line + ",'by':7}"));
        assertEquals("{}", apply("{'from.z':'z'}", "drawn", "{'line':" + line + "}"));
        assertEquals("{'n':'b'}", apply("{'name':'n'}", "renamed", "{'name':'b'}"));
        assertEquals("{}", apply("{'other':'n'}", "renamed", "{'name':'b'}"));
    }

    @Test
    void whatIsNoProjectionIsRefused() {
        for (String wrong : List.of("[]", "{}", "{'a':1}", "{'a':'b'", "{'a':'b','c':'b'}", "1", "")) {
            RequestException refused =
                    assertThrows(RequestException.class, () -> apply(wrong, "renamed", "{'name':'b'}"), wrong);
            assertTrue(
                    refused.getMessage().startsWith("fields is no object")
                            || refused.getMessage().startsWith("two fields would have one name"),
                    refused.getMessage());
        }
    }
}
