package io.millrace.harness;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceStreamTest {
    private static final int PAGE_BYTES = 4096;

    @TempDir
    Path directory;

    @Test
    void noTwoPagesAreAlike() throws Exception {
        try (DeviceStream stream = DeviceStream.in(directory)) {
            assertNoTwoPagesAreAlike(stream);
        }
    }

    @Test
    void noTwoPagesAreAlikeWhereNothingGoesPastThePageCache() throws Exception {
        try (DeviceStream stream = new DeviceStream(directory, false)) {
            assertNoTwoPagesAreAlike(stream);
        }
    }

    @Test
    void theCheckForDirectWritesLeavesNoFile() throws Exception {
        DeviceStream.isDirect(directory);
        try (var left = Files.list(directory)) {
            assertEquals(List.of(), left.toList());
        }
    }

    private void assertNoTwoPagesAreAlike(DeviceStream stream) throws Exception {
        Path first = directory.resolve("first");
        Path second = directory.resolve("second");
        assertEquals(2L * DeviceStream.BLOCK_BYTES, stream.write(first, 2));
        stream.write(second, 1);
        Set<ByteBuffer> pages = new HashSet<>();
        for (Path file : List.of(first, second)) {
            byte[] bytes = Files.readAllBytes(file);
            for (int at = 0; at < bytes.length; at += PAGE_BYTES) {
                pages.add(ByteBuffer.wrap(bytes, at, PAGE_BYTES).slice());
            }
        }
        assertEquals(3 * DeviceStream.BLOCK_BYTES / PAGE_BYTES, pages.size());
    }
}
