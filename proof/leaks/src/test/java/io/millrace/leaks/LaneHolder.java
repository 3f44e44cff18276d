package io.millrace.leaks;

import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * A process that takes the lock of the lanes and gives it back when its standard input ends. It adds a line to a file
 * when it has the lock and one before it gives it back. Arguments: its name, the file of the lock, the use, the file.
 * With the use {@value #TRY} it only looks whether the lock is free, and ends with {@value #BUSY} if it is not.
 */
final class LaneHolder {

    static final String TRY = "TRY";
    static final int BUSY = 3;

    private LaneHolder() {}

    public static void main(String[] arguments) throws Exception {
        if (arguments[2].equals(TRY)) {
            try (FileChannel channel = FileChannel.open(Path.of(arguments[1]), StandardOpenOption.WRITE)) {
                System.exit(channel.tryLock(1, 1, false) == null ? BUSY : 0);
            }
        }
        Path diary = Path.of(arguments[3]);
        try (LaneLock _ = LaneLock.acquire(Path.of(arguments[1]), LaneLock.Use.valueOf(arguments[2]))
                .orElseThrow()) {
            write(diary, arguments[0] + " begins");
            while (System.in.read() >= 0) {
                // until the parent closes it or ends
            }
            write(diary, arguments[0] + " ends");
        }
    }

    private static void write(Path diary, String line) throws Exception {
        Files.write(diary, List.of(line), StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
