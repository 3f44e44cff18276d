package io.millrace.memory;

import java.lang.System.Logger.Level;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The functions of the C library that the JDK does not offer, on Linux, where native access is granted.
 *
 * <p>Each returns a value that tells that it is not available; the caller uses pure Java then. That they are missing is
 * logged once, at debug level. A class whose function pure Java does not have, such as binding threads to processors,
 * logs that where it is requested.
 */
final class NativeCalls {

    /** No function: not granted, not Linux, or not found. */
    static final int UNAVAILABLE = -1;

    private static final int OPEN_READ_ONLY = 0;
    private static final int OPEN_READ_WRITE = 2;
    private static final int OPEN_CLOSE_ON_EXEC = 0x80000;
    private static final long TO_THE_END = 0;
    private static final int SYNC_FILE_RANGE_WRITE = 2;
    private static final int ADVISE_DONT_NEED = 4;
    private static final int SYSCONF_PAGE_SIZE = 30;
    private static final Path LINUX_ONLY = Path.of("/proc/sys/kernel/osrelease");

    private static final FunctionDescriptor AFFINITY = FunctionDescriptor.of(
            ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);

    private static final FunctionDescriptor FILE_RANGE = FunctionDescriptor.of(
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT);

    private static final Optional<Functions> FUNCTIONS = link();

    private record Functions(
            MethodHandle open,
            MethodHandle close,
            MethodHandle allocate,
            MethodHandle syncFileRange,
            MethodHandle advise,
            MethodHandle sysconf,
            MethodHandle getAffinity,
            MethodHandle setAffinity) {}

    private NativeCalls() {}

    static boolean available() {
        return FUNCTIONS.isPresent();
    }

    /** Returns 0, the error number, or {@link #UNAVAILABLE}. */
    static int allocate(Path file, long sizeBytes) {
        return onFile("posix_fallocate", file, OPEN_READ_WRITE, (functions, descriptor) ->
                (int) functions.allocate.invokeExact(descriptor, 0L, sizeBytes));
    }

    /** Returns 0, another number for an error, or {@link #UNAVAILABLE}. */
    static int startWriteBack(Path file) {
        return onFile("sync_file_range", file, OPEN_READ_WRITE, (functions, descriptor) ->
                (int) functions.syncFileRange.invokeExact(descriptor, 0L, TO_THE_END, SYNC_FILE_RANGE_WRITE));
    }

    /** Returns 0, the error number, or {@link #UNAVAILABLE}. */
    static int releasePages(Path file) {
        return onFile("posix_fadvise", file, OPEN_READ_ONLY, (functions, descriptor) ->
                (int) functions.advise.invokeExact(descriptor, 0L, TO_THE_END, ADVISE_DONT_NEED));
    }

    /** A call with the descriptor of an open file. */
    private interface FileCall {
        int call(Functions functions, int descriptor) throws Throwable;
    }

    private static int onFile(String function, Path file, int mode, FileCall call) {
        if (FUNCTIONS.isEmpty()) {
            return UNAVAILABLE;
        }
        Functions functions = FUNCTIONS.get();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment path = arena.allocateFrom(file.toAbsolutePath().toString());
            int descriptor = (int) functions.open.invokeExact(path, mode | OPEN_CLOSE_ON_EXEC);
            if (descriptor < 0) {
                return UNAVAILABLE;
            }
            try {
                return call.call(functions, descriptor);
            } finally {
                int ignored = (int) functions.close.invokeExact(descriptor);
            }
        } catch (Throwable e) {
            throw new MemoryException("native call failed function=" + function + " file=" + file, e);
        }
    }

    static int pageSizeBytes(int fallbackBytes) {
        if (FUNCTIONS.isEmpty()) {
            return fallbackBytes;
        }
        try {
            long bytes = (long) FUNCTIONS.get().sysconf.invokeExact(SYSCONF_PAGE_SIZE);
            return bytes > 0 ? Math.toIntExact(bytes) : fallbackBytes;
        } catch (Throwable e) {
            throw new MemoryException("native call failed function=sysconf", e);
        }
    }

    /** Fills {@code mask} with the processors of the calling thread; false where that is not available. */
    static boolean getAffinity(MemorySegment mask) {
        return affinity("sched_getaffinity", FUNCTIONS.map(Functions::getAffinity), mask);
    }

    /** Binds the calling thread to the processors in {@code mask}; false where that is not available or refused. */
    static boolean setAffinity(MemorySegment mask) {
        return affinity("sched_setaffinity", FUNCTIONS.map(Functions::setAffinity), mask);
    }

    private static boolean affinity(String name, Optional<MethodHandle> function, MemorySegment mask) {
        if (function.isEmpty()) {
            return false;
        }
        try {
            return (int) function.get().invokeExact(0, mask.byteSize(), mask) >= 0;
        } catch (Throwable e) {
            throw new MemoryException("native call failed function=" + name, e);
        }
    }

    @SuppressWarnings("restricted") // this class calls the C library, only where that is granted
    private static Optional<Functions> link() {
        boolean linux = Files.exists(LINUX_ONLY);
        if (!NativeAccess.granted() || !linux) {
            System.getLogger(NativeCalls.class.getPackageName())
                    .log(
                            Level.DEBUG,
                            "native calls are off, pure Java is used instead granted={0} linux={1}",
                            NativeAccess.granted(),
                            linux);
            return Optional.empty();
        }
        Linker linker = Linker.nativeLinker();
        SymbolLookup lookup = linker.defaultLookup();
        Linker.Option variadic = Linker.Option.firstVariadicArg(2);
        return Optional.of(new Functions(
                linker.downcallHandle(
                        lookup.findOrThrow("open"),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                        variadic),
                linker.downcallHandle(
                        lookup.findOrThrow("close"), FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT)),
                linker.downcallHandle(
                        lookup.findOrThrow("posix_fallocate"),
                        FunctionDescriptor.of(
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_INT,
                                ValueLayout.JAVA_LONG,
                                ValueLayout.JAVA_LONG)),
                linker.downcallHandle(lookup.findOrThrow("sync_file_range"), FILE_RANGE),
                linker.downcallHandle(lookup.findOrThrow("posix_fadvise"), FILE_RANGE),
                linker.downcallHandle(
                        lookup.findOrThrow("sysconf"),
                        FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT)),
                linker.downcallHandle(lookup.findOrThrow("sched_getaffinity"), AFFINITY),
                linker.downcallHandle(lookup.findOrThrow("sched_setaffinity"), AFFINITY)));
    }
}
