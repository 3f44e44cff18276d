package io.millrace.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WireEqualsTest {

    /** A mutable class whose equality is that of its bytes. */
    static final class Order {
        String account;
        double price;
        long[] parts;

        Order set(String newAccount, double newPrice, long... newParts) {
            account = newAccount;
            price = newPrice;
            parts = newParts;
            return this;
        }

        @Override
        public boolean equals(Object other) {
            return Wire.equals(this, other);
        }

        @Override
        public int hashCode() {
            return Wire.hash(this);
        }
    }

    record Other(String account) {}

    @Test
    void messagesWithTheSameBytesAreEqual() {
        Order one = new Order().set("me", 1.5, 1, 2);
        Order same = new Order().set("me", 1.5, 1, 2);
        assertEquals(one, same);
        assertEquals(one.hashCode(), same.hashCode());
        for (Order different : new Order[] {
            new Order(),
            new Order().set("me", 1.5, 1),
            new Order().set("me", -1.5, 1, 2),
            new Order().set("you", 1.5, 1, 2)
        }) {
            assertNotEquals(one, different);
            assertNotEquals(one.hashCode(), different.hashCode());
        }
        assertEquals(new Order(), new Order());
        assertNotEquals(new Order().set("me", 0.0), new Order().set("me", -0.0));
        assertEquals(new Order().set("me", Double.NaN), new Order().set("me", Double.NaN));
    }

    @Test
    void otherClassesAndNullAreNotEqual() {
        assertTrue(Wire.equals(null, null));
        assertEquals(0, Wire.hash(null));
        assertFalse(Wire.equals(new Other("me"), null));
        assertFalse(Wire.equals(null, new Other("me")));
        assertFalse(Wire.equals(new Other("me"), "me"));
        assertTrue(Wire.equals(new Other("me"), new Other("me")));
        assertThrows(WireTypeException.class, () -> Wire.equals(new Object(), new Object()));
        assertThrows(WireTypeException.class, () -> Wire.hash(new Object()));
    }
}
