package io.millrace.map;

import io.millrace.memory.Memory;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.DeclaredValue;
import io.millrace.wire.ValuesCodec;
import io.millrace.wire.ValuesDecoder;
import io.millrace.wire.Wire;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes and decodes the keys and values of two classes. Decoders of the forms that a map has are made when they are
 * first needed, and checked then. Any thread may use it.
 */
final class MapTypes<K, V> {

    /** The positions of key and value among the arguments. */
    private static final int KEY = 0;

    private static final int VALUE = 1;

    /** Names the map in errors, as {@code directory=...}. */
    private final String where;

    private final Class<K> keyType;
    private final Class<V> valueType;
    private final ValuesCodec put;
    private final ValuesCodec removed;
    private final ValuesDecoder removedKeys;
    private final int nullKey;
    private final int nullValue;
    private volatile ValuesDecoder[] decoders = new ValuesDecoder[0];

    MapTypes(String where, Class<K> keyType, Class<V> valueType, Wire wire) {
        this.where = where;
        this.keyType = keyType;
        this.valueType = valueType;
        requireClass("keyType", keyType);
        requireClass("valueType", valueType);
        DeclaredValue key = new DeclaredValue(MapForm.KEY, keyType, MapTypes.class);
        DeclaredValue value = new DeclaredValue(MapForm.VALUE, valueType, MapTypes.class);
        this.put = wire.values(MapForm.INTERFACE, MapForm.PUT, List.of(key, value));
        this.removed = wire.values(MapForm.INTERFACE, MapForm.REMOVED, List.of(key));
        this.removedKeys = removed.decoder(removed.schema());
        this.nullKey = MapForm.nullByte(put.schema().parameters().get(KEY), put.schema());
        this.nullValue = MapForm.nullByte(put.schema().parameters().get(VALUE), put.schema());
        if (MapForm.isUnordered(removed.schema())) {
            throw new MapException("a key must not contain a set or a map, whose order is not determined " + where
                    + " keyType=" + keyType.getName());
        }
    }

    private void requireClass(String name, Class<?> type) {
        if (type.isPrimitive()) {
            throw new MapException(
                    "keys and values are objects, not primitives " + where + " " + name + "=" + type.getName());
        }
    }

    String where() {
        return where;
    }

    CallSchema putSchema() {
        return put.schema();
    }

    CallSchema removedSchema() {
        return removed.schema();
    }

    Class<K> keyType() {
        return keyType;
    }

    Class<V> valueType() {
        return valueType;
    }

    void writeKey(BinaryOutput out, K key) {
        if (key == null) {
            throw new NullPointerException("key must not be null " + where);
        }
        int before = out.length();
        put.writeOne(out, KEY, key);
        requirePresent(out, before, nullKey, "key");
    }

    void writeValue(BinaryOutput out, V value) {
        if (value == null) {
            throw new NullPointerException("value must not be null " + where);
        }
        int before = out.length();
        put.writeOne(out, VALUE, value);
        requirePresent(out, before, nullValue, "value");
    }

    /** Refuses an empty optional, which is written as null is. */
    private void requirePresent(BinaryOutput out, int before, int nullByte, String what) {
        if ((Memory.getByte(out.segment(), out.start() + before) & 0xff) == nullByte) {
            throw new MapException(what + " must not be empty " + where);
        }
    }

    /** Decodes the key of an entry of a form. */
    K key(int form, MapForm[] forms, BinaryInput in) {
        return keyType.cast(decoder(form, forms).readOne(in, KEY, null));
    }

    /** Decodes the key of a removal. */
    K removedKey(MapForm removal, BinaryInput in) {
        if (!MapForm.hasKeysOf(removal.schema(), removed.schema())) {
            throw other("keys", keyType, removal, MapForm.text(removal.key(), removal.schema()));
        }
        return keyType.cast(removedKeys.readOne(in, KEY, null));
    }

    /** Decodes a key whose schema is that of this class. */
    K ownKey(BinaryInput in) {
        return keyType.cast(removedKeys.readOne(in, KEY, null));
    }

    /** Decodes a value whose schema is that of this class, into {@code reuse} as {@link #value} does. */
    V ownValue(BinaryInput in, V reuse) {
        return valueType.cast(put.decoder().readOne(in, VALUE, reuse));
    }

    /** Decodes the value of an entry of a form, for a mutable class into {@code reuse} if that is not null. */
    V value(int form, MapForm[] forms, BinaryInput in, V reuse) {
        return valueType.cast(decoder(form, forms).readOne(in, VALUE, reuse));
    }

    private ValuesDecoder decoder(int form, MapForm[] forms) {
        ValuesDecoder[] known = decoders;
        if (known.length < form) {
            check(forms);
            known = decoders;
        }
        return known[form - 1];
    }

    /**
     * Checks the forms of a map that are new, and makes their decoders.
     *
     * @throws MapException if the map has keys or values of other types
     */
    void check(MapForm[] forms) {
        if (decoders.length < forms.length) {
            add(forms);
        }
    }

    private synchronized void add(MapForm[] forms) {
        int before = decoders.length;
        ValuesDecoder[] more = Arrays.copyOf(decoders, Math.max(before, forms.length));
        for (int i = before; i < forms.length; i++) {
            CallSchema schema = forms[i].schema();
            if (!MapForm.hasKeysOf(schema, removed.schema())) {
                throw other("keys", keyType, forms[i], MapForm.text(forms[i].key(), schema));
            }
            if (!MapForm.similarValues(schema, put.schema())) {
                throw other("values", valueType, forms[i], MapForm.text(forms[i].value(), schema));
            }
            more[i] = put.decoder(schema);
        }
        decoders = more;
    }

    private MapException other(String what, Class<?> asked, MapForm form, String found) {
        return new MapException("map has " + what + " of another type " + where + " type=" + found + " asked="
                + asked.getName() + " form=" + form.number());
    }
}
