package io.millrace.journal;

import io.millrace.memory.Memory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Loads segments into private memory, also segments that cannot be opened any more: the content of a lost prologue is
 * derived from the journal and the file. Belongs to one thread; a segment is valid until the next one is loaded.
 */
final class SegmentLoader implements AutoCloseable {

    private final Path directory;
    private final JournalId id;
    private final ImageReader reader = new ImageReader();
    private final ImageReader blanks = new ImageReader();
    private final ImageReader heads = new ImageReader();
    private final FrameWalk walk = new FrameWalk();
    private final SparseIndex index = new SparseIndex();

    /** The last segment of a scan in order, and its epoch, which may be assumed too. */
    private long passed = -1;

    private Epoch passedEpoch = Epoch.FIRST;

    SegmentLoader(Path directory, JournalId id) {
        this.directory = directory;
        this.id = id;
    }

    /**
     * Loads a segment and reports defects of its prologue and its size.
     *
     * @throws JournalVersionException if it has an unknown format version
     * @throws JournalException if the file cannot be opened
     */
    SegmentFile load(long number, Findings findings) {
        Path file = SegmentName.file(directory, number);
        long fileBytes = size(file);
        MemorySegment head = reader.read(file, SegmentLayout.PROLOGUE_BYTES, findings);
        boolean whole = SegmentPrologue.isWhole(head);
        long size = clip(whole ? Memory.getLongPlain(head, SegmentLayout.SIZE_OFFSET) : fileBytes);
        MemorySegment image = reader.read(file, size, findings);
        SegmentPrologue prologue = prologue(file, number, image, whole, findings);
        if (!prologue.id().equals(id)) {
            findings.add(
                    FindingKind.PROLOGUE,
                    file,
                    SegmentLayout.ID_HIGH_OFFSET,
                    Index.NONE,
                    "segment belongs to another journal expected=" + id + " actual=" + prologue.id());
            return blank(number, epochNear(number), size);
        }
        if (fileBytes != size) {
            findings.add(
                    FindingKind.SIZE,
                    file,
                    Math.min(fileBytes, size),
                    Index.NONE,
                    "expectedBytes=" + size + " actualBytes=" + fileBytes);
        }
        return SegmentFile.ofCopy(file, prologue, image);
    }

    /**
     * Returns the identity of the journal from its segments.
     *
     * @throws JournalDamagedException if no prologue is undamaged
     */
    static JournalId identity(Path directory, List<Long> numbers) {
        try (ImageReader reader = new ImageReader()) {
            for (long number : numbers) {
                Path file = SegmentName.file(directory, number);
                MemorySegment head = reader.read(file, SegmentLayout.PROLOGUE_BYTES, new Findings());
                if (SegmentPrologue.isWhole(head)) {
                    return new JournalId(
                            Memory.getLongPlain(head, SegmentLayout.ID_HIGH_OFFSET),
                            Memory.getLongPlain(head, SegmentLayout.ID_LOW_OFFSET));
                }
            }
        }
        throw new JournalDamagedException(
                "table and prologues of all segments are lost directory=" + directory + " segments=" + numbers.size());
    }

    /** Creates a segment without frames; it is valid until the next one is created. */
    SegmentFile blank(long number, Epoch epoch, long sizeBytes) {
        MemorySegment image = blanks.zeros(sizeBytes);
        SegmentPrologue prologue = SegmentPrologue.of(number, id, epoch, System.currentTimeMillis(), sizeBytes);
        prologue.write(image);
        return SegmentFile.ofCopy(SegmentName.file(directory, number), prologue, image);
    }

    private SegmentPrologue prologue(Path file, long number, MemorySegment image, boolean whole, Findings findings) {
        try {
            return SegmentPrologue.read(file, image);
        } catch (JournalVersionException e) {
            if (whole || !isKnownButForVersion(image)) {
                throw e;
            }
            return assumed(file, number, image, findings, e);
        } catch (JournalDamagedException e) {
            return assumed(file, number, image, findings, e);
        }
    }

    /** Returns whether a prologue is valid except for its version, so that the version has a flipped bit. */
    private static boolean isKnownButForVersion(MemorySegment image) {
        MemorySegment head = MemorySegment.ofArray(new long[SegmentLayout.PROLOGUE_BYTES / Long.BYTES]);
        head.copyFrom(image.asSlice(0, SegmentLayout.PROLOGUE_BYTES));
        for (int version : new int[] {SegmentLayout.VERSION, SegmentLayout.EPOCH_VERSION}) {
            Memory.setIntPlain(head, SegmentLayout.VERSION_OFFSET, version);
            if (SegmentPrologue.isWhole(head)) {
                return true;
            }
        }
        return false;
    }

    private SegmentPrologue assumed(
            Path file, long number, MemorySegment image, Findings findings, JournalException error) {
        findings.add(FindingKind.PROLOGUE, file, 0, Index.NONE, error.getMessage());
        long createdMs = Memory.getLongPlain(image, SegmentLayout.CREATED_OFFSET);
        SegmentPrologue near = SegmentPrologue.of(number, id, epochNear(number), createdMs, image.byteSize());
        Epoch stated = stated(image).orElse(near.epoch());
        if (hasFrames(file, near.of(stated), image) && isInOrder(number, stated)) {
            return near.of(stated);
        }
        if (hasFrames(file, near, image)) {
            return near;
        }
        for (int leader = 0; leader <= Epoch.MAX_LEADER; leader++) { // checksums depend on the leader alone
            SegmentPrologue candidate = near.of(withLeader(number, leader));
            if (hasFrames(file, candidate, image)) {
                return candidate;
            }
        }
        return near;
    }

    private static Optional<Epoch> stated(MemorySegment image) {
        long round = Memory.getLongPlain(image, SegmentLayout.ROUND_OFFSET);
        int leader = Memory.getIntPlain(image, SegmentLayout.LEADER_OFFSET);
        return Epoch.isValid(round, leader) ? Optional.of(new Epoch(round, leader)) : Optional.empty();
    }

    /** Returns whether something in a segment has its checksum if this is the prologue. */
    private boolean hasFrames(Path file, SegmentPrologue prologue, MemorySegment image) {
        SegmentFile segment = SegmentFile.ofCopy(file, prologue, image);
        long header = segment.headerAcquire(segment.first);
        int state = FrameLayout.state(header);
        return (state >= FrameLayout.DATA && state <= FrameLayout.END && walk.isWhole(segment, segment.first, header))
                || walk.isFrame(segment, segment.hintAcquire())
                || index.get(segment, SparseIndex.CLOSING_ENTRY) != null
                || index.last(segment) != null;
    }

    private boolean isInOrder(long number, Epoch epoch) {
        return epochBefore(number).orElse(epoch).compareTo(epoch) <= 0
                && epoch.compareTo(epochAfter(number).orElse(epoch)) <= 0;
    }

    /** Returns an epoch with a leader that a segment may have had between the segments beside it. */
    private Epoch withLeader(long number, int leader) {
        Optional<Epoch> after = epochAfter(number);
        if (after.isPresent() && after.get().leader() == leader) {
            return after.get();
        }
        Epoch before = epochBefore(number).orElse(Epoch.FIRST);
        return new Epoch(leader < before.leader() ? before.round() + 1 : before.round(), leader);
    }

    /** Returns an epoch for a segment whose own is lost: that of the segment before, or after it. */
    Epoch epochNear(long number) {
        return epochBefore(number).or(() -> epochAfter(number)).orElse(Epoch.FIRST);
    }

    /** Notes the epoch of a segment, for the next one. */
    void pass(SegmentFile segment) {
        passed = segment.number;
        passedEpoch = segment.epoch();
    }

    private Optional<Epoch> epochBefore(long number) {
        if (number == passed + 1 && passed >= 0) {
            return Optional.of(passedEpoch);
        }
        return SegmentName.list(directory).reversed().stream()
                .filter(each -> each < number)
                .flatMap(each -> epoch(each).stream())
                .findFirst();
    }

    private Optional<Epoch> epochAfter(long number) {
        return SegmentName.list(directory).stream()
                .filter(each -> each > number)
                .flatMap(each -> epoch(each).stream())
                .findFirst();
    }

    private Optional<Epoch> epoch(long number) {
        Path file = SegmentName.file(directory, number);
        try {
            SegmentPrologue prologue =
                    SegmentPrologue.parse(file, heads.read(file, SegmentLayout.PROLOGUE_BYTES, new Findings()));
            return prologue.id().equals(id) ? Optional.of(prologue.epoch()) : Optional.empty();
        } catch (JournalException _) { // it is reported where this segment is loaded
            return Optional.empty();
        }
    }

    /** Returns a valid segment size near the size found. */
    private static long clip(long sizeBytes) {
        long bytes =
                Math.clamp(sizeBytes, JournalOptions.MIN_SEGMENT_SIZE_BYTES, JournalOptions.MAX_SEGMENT_SIZE_BYTES);
        return bytes & -FrameLayout.ALIGNMENT;
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new JournalException("cannot read file=" + file + " reason=" + e, e);
        }
    }

    @Override
    public void close() {
        reader.close();
        blanks.close();
        heads.close();
    }
}
