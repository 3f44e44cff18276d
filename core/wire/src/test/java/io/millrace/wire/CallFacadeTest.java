package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallFacadeTest {

    interface Calls {
        void order(String symbol, long quantity);

        int count();

        default String name() {
            return "default";
        }
    }

    private final List<String> seen = new ArrayList<>();

    void order(String symbol, long quantity) {
        seen.add(symbol + " " + quantity);
    }

    int count() {
        return seen.size();
    }

    private MethodHandle body(Method method) {
        if (method.isDefault()) {
            return null;
        }
        try {
            MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
            return MethodHandles.lookup()
                    .findVirtual(CallFacadeTest.class, method.getName(), type)
                    .bindTo(this);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void eachMethodRunsItsHandle() {
        Calls calls = CallFacade.of(Calls.class, WireTypes.none(), this::body);
        calls.order("IBM", 300);
        assertEquals(List.of("IBM 300"), seen);
        assertEquals(1, calls.count());
        assertEquals("default", calls.name());
    }

    interface Counts {
        int count();
    }

    @Test
    void oneObjectImplementsSeveralInterfaces() {
        Object both = CallFacade.ofAll(List.of(Calls.class, Counts.class), WireTypes.none(), this::body);
        ((Calls) both).order("IBM", 300);
        assertEquals(1, ((Counts) both).count());
    }

    @Test
    void aMethodWithoutABodyOfItsTypeIsNamed() {
        WireTypeException none =
                assertThrows(WireTypeException.class, () -> CallFacade.of(Calls.class, WireTypes.none(), _ -> null));
        assertTrue(none.getMessage().startsWith("a method has no body of its type method="), none.getMessage());
        assertThrows(WireTypeException.class, () -> CallFacade.of(String.class, WireTypes.none(), _ -> null));
    }
}
