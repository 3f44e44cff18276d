package io.millrace.concurrent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.MethodModel;
import java.lang.classfile.attribute.CodeAttribute;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The compiler inlines methods of up to 35 bytes wherever they are called often, whatever it has seen before. */
class SmallMethodsTest {

    /** The default of {@code -XX:MaxInlineSize}. */
    private static final int MOST_BYTES = 35;

    private static List<Arguments> methods() {
        return List.of(
                Arguments.of(SpscArrays.class, Set.of("offer", "poll")),
                Arguments.of(MpscArrays.class, Set.of("offer", "poll")),
                Arguments.of(SpmcArrays.class, Set.of("offer")),
                Arguments.of(MpmcArrays.class, Set.of("offer")),
                Arguments.of(
                        LinkedArrayOffers.class,
                        Set.of(
                                "offerAlone",
                                "hasRoomFor",
                                "put",
                                "offerEmptied",
                                "isEmptied",
                                "offerShared",
                                "offerAtOnce",
                                "claimFor")),
                Arguments.of(
                        LinkedArrayPolls.class, Set.of("takeInTurn", "takeSeenInTurn", "takeAlone", "takeSeenAlone")),
                Arguments.of(Chunk.class, Set.of("position", "slotAcquire", "slotRelease")),
                Arguments.of(LinkedQueue.class, Set.of("offer", "append", "poll", "takeAlone", "take")));
    }

    @ParameterizedTest
    @MethodSource("methods")
    void theMethodsOfEveryOfferAndPollAreSmall(Class<?> type, Set<String> names) throws IOException {
        ClassModel model;
        try (InputStream bytes = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            model = ClassFile.of().parse(bytes.readAllBytes());
        }
        Set<String> found = new TreeSet<>();
        for (MethodModel method : model.methods()) {
            String name = method.methodName().stringValue();
            if (names.contains(name)) {
                found.add(name);
                int bytes = ((CodeAttribute) method.code().orElseThrow()).codeLength();
                assertTrue(bytes <= MOST_BYTES, () -> type.getSimpleName() + "." + name + " has bytes=" + bytes);
            }
        }
        assertEquals(names.stream().collect(Collectors.toCollection(TreeSet::new)), found);
    }
}
