package io.millrace.memory;

import java.nio.file.Path;
import java.util.BitSet;

/** Runs in a JVM with native access and exits with a number other than zero where a native call does not work. */
final class NativeProbe {

    private NativeProbe() {}

    public static void main(String[] args) {
        check(NativeAccess.granted(), 1);
        check(NativeCalls.available(), 2);
        check(NativeCalls.allocate(Path.of(args[0]), 8 << 20) == 0, 3);
        check(PageSize.bytes() >= 4096 && Integer.bitCount(PageSize.bytes()) == 1, 4);
        BitSet all = ThreadProcessors.get().orElseThrow();
        BitSet one = new BitSet();
        one.set(all.nextSetBit(0));
        check(ThreadProcessors.set(one), 5);
        check(ThreadProcessors.get().orElseThrow().equals(one), 6);
        BitSet absent = new BitSet();
        absent.set(8000);
        check(!ThreadProcessors.set(absent), 7);
        absent.or(one);
        check(ThreadProcessors.set(absent), 11);
        check(ThreadProcessors.get().orElseThrow().equals(one), 12);
        check(PageCache.startWriteBack(Path.of(args[0])), 8);
        check(PageCache.release(Path.of(args[0])), 9);
        check(!PageCache.release(Path.of(args[0] + ".absent")), 10);
    }

    private static void check(boolean condition, int exit) {
        if (!condition) {
            Runtime.getRuntime().halt(exit);
        }
    }
}
