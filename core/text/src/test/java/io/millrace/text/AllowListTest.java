package io.millrace.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.wire.BinaryCodec;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.Field;
import io.millrace.wire.MessageForm;
import io.millrace.wire.MessageType;
import io.millrace.wire.Reference;
import io.millrace.wire.Scalar;
import io.millrace.wire.ScalarKind;
import io.millrace.wire.Schema;
import io.millrace.wire.TextOptions;
import io.millrace.wire.Transcoders;
import io.millrace.wire.UnionType;
import io.millrace.wire.Wire;
import io.millrace.wire.WireException;
import io.millrace.wire.WireFormat;
import io.millrace.wire.WireTypeException;
import io.millrace.wire.WireTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AllowListTest {
    /** Counts initialisations of the class below. */
    static final AtomicInteger INITIALISED = new AtomicInteger();

    record Harmless(int value) {}

    record Dangerous(int value) {
        static {
            INITIALISED.incrementAndGet();
        }
    }

    record Anything(Object value) {}

    interface Open {}

    record Member(int value) implements Open {}

    record Other(int value) implements Open {}

    record UsesOpen(Open open) {}

    static class Parent {
        int value;
    }

    static class Child extends Parent {
        int more;
    }

    @Test
    void aTypeThatIsNotOnTheListIsNeitherLoadedNorInitialised() throws Exception {
        // Written by hand, since writing with the class itself would initialise it.
        String name = AllowListTest.class.getName() + "$Dangerous";
        Schema written = new Schema(
                List.of(
                        new MessageType(
                                Anything.class.getName(),
                                MessageForm.RECORD,
                                List.of(new Field("value", new Reference(1)))),
                        new UnionType("java.lang.Object", List.of(new Reference(2))),
                        new MessageType(
                                name,
                                MessageForm.RECORD,
                                List.of(new Field("value", Scalar.required(ScalarKind.INT))))),
                new Reference(0));
        BinaryOutput out = BinaryOutput.allocate(64);
        out.writeUnsigned(1);
        out.writeInt(5);
        WatchingLoader loader = new WatchingLoader();
        Class<?> type = loader.loadClass(Anything.class.getName());
        loader.loaded.clear();
        Wire wire = Wire.of(WireTypes.none().allow(loader.loadClass(Harmless.class.getName())));
        WireException e = assertThrows(
                WireTypeException.class, () -> wire.decoder(type, written).read(BinaryInput.of(out.toByteArray())));
        assertTrue(e.getMessage().contains("value=" + name), e.getMessage());
        assertTrue(e.getMessage().contains("offset=0"), e.getMessage());
        assertTrue(!loader.loaded.contains(name), () -> loader.loaded.toString());
        assertEquals(0, INITIALISED.get());

        StringBuilder text = new StringBuilder();
        YamlText.of(written).write(BinaryInput.of(out.toByteArray()), text);
        assertTrue(text.toString().contains("!Dangerous"), text.toString());
        assertThrows(WireException.class, () -> Yaml.of(wire).read(type, text.toString(), TextOptions.strict()));
        assertEquals(0, INITIALISED.get());

        for (WireFormat format : WireFormat.values()) {
            assertThrows(
                    WireException.class,
                    () -> {
                        BinaryOutput hostile = BinaryOutput.allocate(64);
                        Transcoders.of(format, written).fromBinary(BinaryInput.of(out.toByteArray()), hostile);
                        wire.codec(type, format).decoder(written).read(BinaryInput.of(hostile.toByteArray()));
                    },
                    format.name());
        }
        assertTrue(!loader.loaded.contains(name), () -> loader.loaded.toString());
        assertEquals(0, INITIALISED.get());

        Wire allowing = Wire.of(WireTypes.none().allow(Dangerous.class));
        assertEquals(
                new Anything(new Dangerous(5)),
                allowing.decoder(Anything.class, written).read(BinaryInput.of(out.toByteArray())));
        assertEquals(1, INITIALISED.get());
    }

    @Test
    void anOpenInterfaceHasTheMembersOfTheList() {
        Wire wire = Wire.of(WireTypes.none().allow(Member.class));
        BinaryOutput out = BinaryOutput.allocate(64);
        BinaryCodec<UsesOpen> codec = wire.codec(UsesOpen.class);
        codec.write(out, new UsesOpen(new Member(1)));
        assertEquals(new UsesOpen(new Member(1)), codec.decoder().read(BinaryInput.of(out.toByteArray())));
        assertThrows(WireTypeException.class, () -> codec.write(out, new UsesOpen(new Other(1))));
        WireException e = assertThrows(
                WireTypeException.class, () -> Wire.of(WireTypes.none()).codec(UsesOpen.class));
        assertTrue(e.getMessage().contains("WireTypes.allow"), e.getMessage());
    }

    @Test
    void aMessageOfASubclassIsRefusedInsteadOfLosingFields() {
        BinaryCodec<Parent> codec = Wire.of(WireTypes.none()).codec(Parent.class);
        WireException e =
                assertThrows(WireTypeException.class, () -> codec.write(BinaryOutput.allocate(64), new Child()));
        assertTrue(e.getMessage().contains("type=io.millrace.text.AllowListTest$Child"), e.getMessage());
    }

    record WithThread(Thread thread) {}

    static final class NoConstructor {
        private final int value;

        NoConstructor(int value) {
            this.value = value;
        }

        int value() {
            return value;
        }
    }

    record WithKey(java.util.Map<Member, String> map) {}

    @SuppressWarnings("ClassCanBeStatic") // it is refused because it is not static
    final class Inner {
        int value;
    }

    @Test
    void aTypeThatCannotBeAMessageIsRefusedWithItsPath() {
        Wire wire = Wire.of(WireTypes.none());
        for (Class<?> type : List.of(
                WithThread.class, NoConstructor.class, WithKey.class, Inner.class, Thread.class, Runnable.class)) {
            WireException e = assertThrows(WireTypeException.class, () -> wire.codec(type), type.getName());
            assertTrue(e.getMessage().contains("type="), e.getMessage());
        }
    }

    /** Defines the test's classes itself, so that it sees which classes are requested. */
    private static final class WatchingLoader extends ClassLoader {
        final List<String> loaded = new ArrayList<>();

        WatchingLoader() {
            super(AllowListTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            loaded.add(name);
            if (!name.startsWith(AllowListTest.class.getName()) || findLoadedClass(name) != null) {
                Class<?> known = findLoadedClass(name);
                return known != null ? known : super.loadClass(name, resolve);
            }
            String path = name.replace('.', '/') + ".class";
            try (var in = getParent().getResourceAsStream(path)) {
                byte[] bytes = in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (java.io.IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
