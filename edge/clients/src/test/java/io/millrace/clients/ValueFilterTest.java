package io.millrace.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.CallSchema;
import io.millrace.wire.Wire;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ValueFilterTest {

    record Price(String symbol, double value, boolean firm) {}

    interface Prices {
        void price(Price price);

        void closed(String symbol, long at);
    }

    private static final List<CallSchema> CALLS = Wire.closed().calls(Prices.class);

    private static boolean matches(String filter, String method, String arguments) {
        CallSchema schema = CALLS.stream()
                .filter(call -> call.methodName().equals(method))
                .findFirst()
                .orElseThrow();
        return ValueFilter.of(Optional.of(filter.replace('\'', '"'))).matches(schema, arguments.replace('\'', '"'));
    }

    private static boolean matches(String filter) {
        return matches(filter, "price", "{'price':{'symbol':'EURUSD','value':1.25,'firm':true}}");
    }

    @Test
    void aFieldHasAValueOrIsInARange() {
        assertTrue(matches("{'symbol':'EURUSD'}"));
        assertTrue(matches("{'price.symbol':'EURUSD','firm':true}") || matches("{'symbol':'EURUSD','firm':true}"));
        assertEquals(false, matches("{'symbol':'EURUS'}"));
        assertEquals(false, matches("{'symbol':'EURUSD','firm':false}"));
        assertTrue(matches("{'value':1.250}"), "numbers are compared by value");
        assertTrue(matches("{'value':{'from':1.25,'to':2}}"));
        assertTrue(matches("{'value':{'from':1e0}}"));
        assertEquals(false, matches("{'value':{'to':1.25}}"), "the end of a range is not in it");
        assertEquals(false, matches("{'value':{'from':10}}"), "numbers are not compared as texts");
        assertTrue(matches("{'symbol':{'from':'E','to':'F'}}"));
        assertEquals(false, matches("{'symbol':{'from':'EURUSE'}}"));
        assertTrue(matches("{'symbol':'A','at':{'from':7}}", "closed", "{'symbol':'A','at':9007199254740993}"));
        assertEquals(
                false,
                matches("{'at':9007199254740992}", "closed", "{'symbol':'A','at':9007199254740993}"),
                "no digit is lost");
    }

    @Test
    void aMessageWithoutTheFieldOrWithAnotherKindOfValueIsLeftOut() {
        assertEquals(false, matches("{'other':1}"));
        assertEquals(false, matches("{'symbol':1}"));
        assertEquals(false, matches("{'value':'1.25'}"));
        assertEquals(false, matches("{'symbol':'A','at':1}", "closed", "{'symbol':'A'}"));
    }

    @Test
    void whatIsNoFilterIsRefused() {
        for (String wrong : List.of(
                "[]",
                "{}",
                "1",
                "",
                "{'a':null}",
                "{'a':[1]}",
                "{'a':{}}",
                "{'a':{'from':null}}",
                "{'a':{'above':1}}",
                "{'a':{'from':{'b':1}}}",
                "{'a':1",
                "{'a':1}}",
                "{'a':1e999999999}",
                "{'a':1e2147483648}",
                "{'a':1e9999999999}",
                "{'a':{'from':1e99999999999}}",
                "{'a,b':1}",
                "{'a':1,'b':1,'c':1,'d':1,'e':1,'f':1,'g':1,'h':1,'i':1}")) {
            RequestException refused = assertThrows(RequestException.class, () -> matches(wrong), wrong);
            assertTrue(refused.getMessage().startsWith("where is no object of 1 to 8 fields"), refused.getMessage());
        }
    }
}
