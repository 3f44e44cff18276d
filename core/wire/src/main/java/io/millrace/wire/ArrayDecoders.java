package io.millrace.wire;

import java.lang.reflect.Array;

/**
 * The decoders of arrays. If the array's holder is a mutable class and the array has the right length, it is reused.
 */
final class ArrayDecoders {
    private ArrayDecoders() {}

    /** Decodes an array of references, or of primitives that were written as another kind. */
    record OfElements(ValueDecoder element, Class<?> component, MessageForm holder) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            int count = in.readCount();
            if (count < 0) {
                return null;
            }
            boolean again = holder == MessageForm.CLASS
                    && reuse instanceof Object[] old
                    && old.length == count
                    && old.getClass().getComponentType() == component;
            Object array = again ? reuse : Array.newInstance(component, count);
            for (int i = 0; i < count; i++) {
                Array.set(array, i, element.read(in, again ? ((Object[]) array)[i] : null));
            }
            return array;
        }
    }

    /** Decodes an array of primitives that were written as the same kind; {@code byte[]} is a scalar. */
    record OfPrimitives(ScalarKind kind, MessageForm holder) implements ValueDecoder {
        @Override
        public Object read(BinaryInput in, Object reuse) {
            int count = in.readCount();
            if (count < 0) {
                return null;
            }
            Object old = holder == MessageForm.CLASS ? reuse : null;
            return switch (kind) {
                case BOOLEAN -> booleans(in, old instanceof boolean[] a && a.length == count ? a : new boolean[count]);
                case SHORT -> shorts(in, old instanceof short[] a && a.length == count ? a : new short[count]);
                case CHAR -> chars(in, old instanceof char[] a && a.length == count ? a : new char[count]);
                case INT -> ints(in, old instanceof int[] a && a.length == count ? a : new int[count]);
                case LONG -> longs(in, old instanceof long[] a && a.length == count ? a : new long[count]);
                case FLOAT -> floats(in, old instanceof float[] a && a.length == count ? a : new float[count]);
                case DOUBLE -> doubles(in, old instanceof double[] a && a.length == count ? a : new double[count]);
                default -> throw new IllegalStateException("kind=" + kind);
            };
        }
    }

    private static boolean[] booleans(BinaryInput in, boolean[] array) {
        for (int i = 0; i < array.length; i++) {
            array[i] = in.readBoolean();
        }
        return array;
    }

    private static short[] shorts(BinaryInput in, short[] array) {
        for (int i = 0; i < array.length; i++) {
            array[i] = in.readShort();
        }
        return array;
    }

    private static char[] chars(BinaryInput in, char[] array) {
        for (int i = 0; i < array.length; i++) {
            array[i] = in.readChar();
        }
        return array;
    }

    private static int[] ints(BinaryInput in, int[] array) {
        for (int i = 0; i < array.length; i++) {
            array[i] = in.readInt();
        }
        return array;
    }

    private static long[] longs(BinaryInput in, long[] array) {
        for (int i = 0; i < array.length; i++) {
            array[i] = in.readLong();
        }
        return array;
    }

    private static float[] floats(BinaryInput in, float[] array) {
        for (int i = 0; i < array.length; i++) {
            array[i] = in.readFloat();
        }
        return array;
    }

    private static double[] doubles(BinaryInput in, double[] array) {
        for (int i = 0; i < array.length; i++) {
            array[i] = in.readDouble();
        }
        return array;
    }
}
