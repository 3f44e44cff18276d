package io.millrace.journal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory that cannot be written and a full disk are exceptions, and the process continues. */
@Tag("alone")
@Tag("process")
class DiskTest {

    private static final JournalOptions OPTIONS = JournalOptions.defaults().withSegmentSizeBytes(1 << 20);

    @TempDir
    Path scratch;

    @Test
    void aFullDiskIsAnExceptionUntilThereIsSpaceAgain() throws Exception {
        Path mount = mount("size=3m");
        try {
            Path ballast = Files.write(mount.resolve("ballast"), new byte[1_300_000]);
            try (Journal journal = Journal.open(mount.resolve("journal"), OPTIONS);
                    Appender appender = journal.appender()) {
                int written = 0;
                JournalFullException full = null;
                while (full == null) {
                    try {
                        Messages.append(appender, "message " + written);
                        written++;
                    } catch (JournalFullException e) {
                        full = e;
                    }
                }
                Path failed = SegmentName.file(mount.resolve("journal"), 1);
                assertTrue(full.getMessage().contains("file=" + failed), full.getMessage());
                assertTrue(full.getMessage().contains("segmentSizeBytes=1048576"), full.getMessage());
                assertTrue(full.getMessage().contains("freeBytes="), full.getMessage());
                assertThrows(JournalFullException.class, () -> Messages.append(appender, "still full"));
                assertEquals(written, Messages.readAll(journal).size(), "what was published stays readable");
                Files.delete(ballast);
                Messages.append(appender, "room again");
                assertEquals(written + 1, Messages.readAll(journal).size());
                assertEquals(1, Index.segment(journal.lastIndex()));
            }
        } finally {
            run("umount", mount.toString());
        }
    }

    @Test
    void aDiskTooSmallForTheFirstSegmentLeavesNoFiles() throws Exception {
        Path mount = mount("size=512k");
        try {
            Path dir = mount.resolve("journal");
            assertThrows(JournalFullException.class, () -> Journal.open(dir, OPTIONS));
            assertEquals(0, SegmentName.list(dir).size());
            assertEquals(0, SegmentName.listPreparing(dir).size());
        } finally {
            run("umount", mount.toString());
        }
    }

    @Test
    void aDiskTooSmallForTheTableIsFullToo() throws Exception {
        Path mount = mount("size=1060k");
        try {
            Path dir = mount.resolve("journal");
            JournalFullException full = assertThrows(JournalFullException.class, () -> Journal.open(dir, OPTIONS));
            assertTrue(full.getMessage().contains("file=" + dir.resolve(SegmentName.TABLE)), full.getMessage());
            assertEquals(0, run("mount", "-o", "remount,size=8m", mount.toString()));
            Journal.open(dir, OPTIONS).close();
        } finally {
            run("umount", mount.toString());
        }
    }

    @Test
    void aDiskWithoutInodesIsFullUntilThereAreSomeAgain() throws Exception {
        Path mount = mount("size=64m,nr_inodes=7"); // its root, the directory, and one each for lock, table and segment
        try {
            Path dir = mount.resolve("journal");
            List<Path> ballast = List.of(mount.resolve("one"), mount.resolve("two"));
            try (Journal journal = Journal.open(dir, OPTIONS);
                    Appender appender = journal.appender()) {
                for (Path file : ballast) {
                    Files.createFile(file);
                }
                Messages.append(appender, "so that a segment can follow");
                JournalFullException full = assertThrows(JournalFullException.class, appender::startSegment);
                assertTrue(full.getMessage().contains("file=" + SegmentName.file(dir, 1)), full.getMessage());
                assertTrue(full.getMessage().contains("inodes"), full.getMessage());
                Files.delete(ballast.getFirst());
                assertEquals(1, appender.startSegment());
            }
        } finally {
            run("umount", mount.toString());
        }
    }

    @Test
    void whateverFileANewJournalLacksAnInodeForIsNamed() throws Exception {
        List<String> files = List.of("", SegmentName.LOCK, "00000000.segment", SegmentName.TABLE);
        for (int inodes = 1; inodes < 1 + files.size(); inodes++) {
            Path mount = mount("size=64m,nr_inodes=" + inodes);
            try {
                Path dir = mount.resolve("journal");
                String file = dir.resolve(files.get(inodes - 1)).toString();
                JournalFullException full = assertThrows(JournalFullException.class, () -> Journal.open(dir, OPTIONS));
                assertTrue(full.getMessage().contains("=" + file), full.getMessage());
                assertEquals(0, run("mount", "-o", "remount,nr_inodes=10", mount.toString()));
                Journal.open(dir, OPTIONS).close();
            } finally {
                run("umount", mount.toString());
                Files.delete(mount);
            }
        }
    }

    @Test
    void aRepairedCopyAndAKeyWithoutAnInodeAreRefusedAsOnAFullDisk() throws Exception {
        Path dir = scratch.resolve("sound");
        Journal.open(dir, OPTIONS).close();
        Path mount = mount("size=64m,nr_inodes=2");
        try {
            Path copy = mount.resolve("copy");
            JournalFullException full = assertThrows(JournalFullException.class, () -> JournalRepair.repair(dir, copy));
            assertTrue(full.getMessage().contains("file=" + copy.resolve("00000000.segment")), full.getMessage());
            FileKeyProvider keys = FileKeyProvider.open(copy);
            full = assertThrows(JournalFullException.class, () -> keys.wrap("subject", new byte[32]));
            assertTrue(full.getMessage().contains("file=" + copy), full.getMessage());
        } finally {
            run("umount", mount.toString());
        }
    }

    @Test
    void theCauseOfAFailedCreationIsReported() throws IOException {
        Path dir = scratch.resolve("journal");
        try (Journal journal = Journal.open(dir, OPTIONS);
                Appender appender = journal.appender()) {
            Messages.append(appender, "so that a segment can follow");
            Path inTheWay = Files.createDirectory(SegmentName.preparing(dir, 1, "owner"));
            Path file = Files.createFile(inTheWay.resolve("file"));
            JournalException e = assertThrows(JournalException.class, appender::startSegment);
            assertTrue(e.getMessage().contains("cannot create next segment file="), e.getMessage());
            assertTrue(e.getMessage().contains("reason=java.nio.file.DirectoryNotEmptyException"), e.getMessage());
            Files.delete(file);
        }
    }

    @Test
    void aReadOnlyFileSystemCanBeReadAndNotWritten() throws Exception {
        Path mount = mount("size=8m");
        try {
            Path dir = mount.resolve("journal");
            try (Journal journal = Journal.open(dir, OPTIONS);
                    Appender appender = journal.appender()) {
                Messages.append(appender, "written before");
            }
            assertEquals(0, run("mount", "-o", "remount,ro", mount.toString()));
            JournalException e = assertThrows(JournalException.class, () -> Journal.open(dir, OPTIONS));
            assertTrue(e.getMessage().contains("cannot write"), e.getMessage());
            assertTrue(e.getMessage().contains("file=" + dir.resolve(SegmentName.LOCK)), e.getMessage());
            try (Journal journal = Journal.openReadOnly(dir)) {
                assertEquals("[written before]", Messages.readAll(journal).toString());
                assertEquals(1, journal.info().dataFrames());
                assertThrows(JournalException.class, journal::appender);
                assertThrows(JournalException.class, () -> journal.position("new"));
            }
        } finally {
            run("umount", mount.toString());
        }
    }

    @Test
    void aFileWhereTheDirectoryShouldBeIsNamed() throws IOException {
        Path file = Files.createFile(scratch.resolve("file"));
        JournalException e = assertThrows(JournalException.class, () -> Journal.open(file, OPTIONS));
        assertTrue(e.getMessage().contains("directory=" + file), e.getMessage());
        Path below = file.resolve("journal");
        e = assertThrows(JournalException.class, () -> Journal.open(below, OPTIONS));
        assertTrue(e.getMessage().contains("directory=" + below), e.getMessage());
    }

    @Test
    void whereThereIsNoJournalReadingIsAnErrorThatMakesNothing() {
        Path dir = scratch.resolve("absent");
        JournalException e = assertThrows(JournalException.class, () -> Journal.openReadOnly(dir));
        assertTrue(e.getMessage().contains(dir.toString()), e.getMessage());
        assertTrue(Files.notExists(dir));
    }

    @Test
    void aNewDirectoryIsPrivateToItsUser() throws IOException {
        Path dir = scratch.resolve("private");
        Journal.open(dir, OPTIONS).close();
        assertEquals(
                "[OWNER_EXECUTE, OWNER_READ, OWNER_WRITE]",
                new TreeSet<>(Files.getPosixFilePermissions(dir).stream()
                                .map(Enum::name)
                                .toList())
                        .toString());
    }

    private Path mount(String options) throws Exception {
        Path mount = Files.createDirectory(scratch.resolve("mount"));
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", options, "tmpfs", mount.toString()) == 0,
                "a small file system cannot be mounted here");
        return mount;
    }

    private static int run(String... command) throws Exception {
        return new ProcessBuilder(command).inheritIO().start().waitFor();
    }
}
