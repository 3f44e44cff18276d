package io.millrace.interaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.millrace.wire.WireTypes;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class InteractionCheckTest {

    private static final WireTypes TYPES = WireTypes.none().allow(Count.class);
    private static final String HERE = InteractionCheckTest.class.getName();

    record Count(int by) implements UpdateVisitor<StringBuilder, Integer> {
        @Override
        public Integer visit(StringBuilder state) {
            return state.append(by).length();
        }
    }

    interface Event extends Subscriber {
        void event(List<Integer> numbers);
    }

    interface Answer extends Callback {
        void answer(String text);
    }

    interface View extends AutoCloseable {
        int size();

        @Override
        void close();
    }

    interface Good {
        Map<String, List<Integer>> value(int number);

        CompletionStage<String> stage();

        void done(String text);

        @OneWay
        void told(String text);

        View view();

        void callback(int number, Answer answer);

        <R> R visit(Visitor<StringBuilder, R> visitor);

        Subscription<String> subscribe(String filter, Event event);

        default int notSent(InputStream here) {
            return here.hashCode();
        }
    }

    @Test
    void theCheckerNamesThePatternOfEachMethod() {
        assertEquals(
                Map.of(
                        "value", InteractionPattern.RESPONSE,
                        "stage", InteractionPattern.RESPONSE,
                        "done", InteractionPattern.RESPONSE,
                        "told", InteractionPattern.ONE_WAY,
                        "view", InteractionPattern.PROXY,
                        "callback", InteractionPattern.CALLBACK,
                        "visit", InteractionPattern.VISITOR,
                        "subscribe", InteractionPattern.SUBSCRIPTION),
                InteractionCheck.of(Good.class, TYPES));
        assertEquals(Map.of("event", InteractionPattern.EVENT), InteractionCheck.of(Event.class, TYPES));
    }

    private static void refused(String expected, Class<?> type) {
        assertEquals(
                expected,
                assertThrows(InteractionException.class, () -> InteractionCheck.of(type, TYPES))
                        .getMessage()
                        .replace(HERE + "$", ""));
    }

    interface Parameter {
        void send(int number, InputStream stream);
    }

    @Test
    void aParameterThatCannotTravelIsNamedWithItsMethodAndType() {
        refused(
                "a method cannot travel method=Parameter.send: a type is neither sealed nor does the allow-list name a"
                        + " member of it; seal it or use WireTypes.allow type=java.io.InputStream"
                        + " in=Parameter.send(stream)",
                Parameter.class);
    }

    interface Result {
        Thread thread();
    }

    @Test
    void aResultThatCannotTravelIsNamed() {
        refused(
                "a method cannot travel method=Result.thread: a type cannot be written or read: it belongs to"
                        + " the JDK and"
                        + " is not one of the supported types type=java.lang.Thread in=Result.thread(result)",
                Result.class);
    }

    interface Several {
        void a(Runnable object);

        Runnable b();

        void c(Answer answer, int number);
    }

    @Test
    void allProblemsAreNamedAtOnce() {
        refused(
                "a method cannot travel: an object cannot be sent: the interface is not sealed, and the"
                        + " allow-list has no"
                        + " class of it; one that is called back extends Callback or Subscriber parameter=object"
                        + " type=java.lang.Runnable method=Several.a;"
                        + " a method cannot travel: an object that travels needs a method close(), which releases it"
                        + " returns=java.lang.Runnable method=Several.b;"
                        + " a method cannot travel: a listener is the last parameter parameter=answer type=Answer"
                        + " method=Several.c",
                Several.class);
    }

    interface Twice {
        void same(int number);

        void same(String text);
    }

    @Test
    void twoMethodsOfOneNameAreRefused() {
        refused("a method cannot travel: two methods have this name method=Twice.same", Twice.class);
    }

    interface Hidden {
        DeltaOf<HiddenValue> get();
    }

    record HiddenValue(int number) {}

    interface DeltaOf<T> extends AutoCloseable {
        T value();

        @Override
        void close();
    }

    interface HiddenMap extends MapService<String, HiddenValue> {}

    @Test
    void aTypeIsVisibleToTheCodeThatWritesIt() {
        assertEquals(Map.of("get", InteractionPattern.PROXY), InteractionCheck.of(Hidden.class, TYPES));
        assertEquals(
                Set.of("get", "put", "remove", "keys", "follow"),
                InteractionCheck.of(HiddenMap.class, TYPES).keySet(),
                "no visitor of such a map is listed");
    }

    interface NoSubscription {
        int subscribe(Event event);
    }

    interface ManyAnswers extends Callback {
        void yes();

        void no();
    }

    interface AsksMany {
        void ask(ManyAnswers answers);
    }

    interface OpenResult {
        @SuppressWarnings("TypeParameterUnusedInFormals") // such a method cannot travel, which the test shows
        <R> R any(String text);
    }

    interface OneWayValue {
        @OneWay
        int told();
    }

    @Test
    void aPatternWithoutItsPartsIsRefused() {
        refused(
                "a method cannot travel: a method with a callback returns void, and one with a subscriber returns a"
                        + " Subscription returns=int method=NoSubscription.subscribe",
                NoSubscription.class);
        refused("a callback declares exactly one method type=ManyAnswers methods=[no, yes]", AsksMany.class);
        refused(
                "a method cannot travel: what a method returns is left open returns=R method=OpenResult.any",
                OpenResult.class);
        refused(
                "a method cannot travel: a one-way method returns void and has no listener returns=int"
                        + " method=OneWayValue.told",
                OneWayValue.class);
    }

    @Test
    void aWrongInterfaceIsRefusedAtTheStartOfBothSides() {
        InteractionServerBuilder server = InteractionServer.builder().serve(Parameter.class, (number, stream) -> {});
        assertThrows(InteractionException.class, server::build);
        InteractionServer empty = InteractionServer.builder().build();
        try (QueueSession session = QueueSession.open(empty, ClientOptions.defaults())) {
            assertThrows(InteractionException.class, () -> session.client().as(Parameter.class));
        }
    }
}
