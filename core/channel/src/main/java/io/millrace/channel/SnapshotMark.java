package io.millrace.channel;

import java.util.List;
import java.util.Objects;

/**
 * The mark before and after the calls of a snapshot. A snapshot is complete when its end mark exists and names the
 * index of the begin mark. A snapshot in the output itself is the opening of a period: it replaces everything before it
 * there. A start mark, in the output too, has no calls and states where the service begins in its inputs.
 *
 * @param edge the kind of mark
 * @param output the source that is the service's output channel
 * @param outputIndex the index of the newest record of the output when the snapshot was taken, -1 if there was none
 * @param positions the last input taken of each input channel
 * @param begin the index of the begin mark; -1 in the begin mark itself
 * @param calls how many calls the snapshot has; 0 in the begin mark
 */
public record SnapshotMark(
        Edge edge, Source output, long outputIndex, List<Position> positions, long begin, long calls) {

    /** Maximum number of positions of a mark. */
    public static final int MAX_POSITIONS = 1024;

    /** Copies the list. */
    public SnapshotMark {
        Objects.requireNonNull(edge, "edge");
        Objects.requireNonNull(output, "output");
        positions = List.copyOf(positions);
        if (positions.size() > MAX_POSITIONS) {
            throw new ChannelException(
                    "too many inputs in snapshot positions=" + positions.size() + " limit=" + MAX_POSITIONS);
        }
    }

    /** The kind of a mark. */
    public enum Edge {
        /** Before its calls. */
        BEGIN(0),
        /** After its calls. */
        END(1),
        /** After the calls of a snapshot whose writer was killed: they are ignored. */
        VOID(2),
        /** No snapshot, but the start of a service in inputs that it does not read from their first message on. */
        START(3);

        private final byte code;

        Edge(int code) {
            this.code = (byte) code;
        }

        /** Returns the byte of this edge in a mark. */
        byte code() {
            return code;
        }

        static Edge of(byte code) {
            for (Edge edge : values()) {
                if (edge.code == code) {
                    return edge;
                }
            }
            throw new ChannelException("unknown edge of snapshot mark code=" + code);
        }
    }

    /**
     * The last input taken of one source.
     *
     * @param source the input
     * @param index the index of the last message taken, -1 if none was
     */
    public record Position(Source source, long index) {}

    /**
     * Returns the mark that states where a service begins in inputs that it does not read from their first message on.
     *
     * @param output the output of the service, where the mark is written
     * @param outputIndex the index of the newest record there, -1 if there is none
     * @param positions for each such input the greatest index that is not read, -1 if all are read
     */
    public static SnapshotMark start(Source output, long outputIndex, List<Position> positions) {
        return new SnapshotMark(Edge.START, output, outputIndex, positions, -1, 0);
    }

    /** Returns the end mark of the snapshot that this mark, at {@code beginIndex}, has begun. */
    public SnapshotMark end(long beginIndex, long callsWritten) {
        return new SnapshotMark(Edge.END, output, outputIndex, positions, beginIndex, callsWritten);
    }

    /** Returns the mark that declares the snapshot void that this mark, at {@code beginIndex}, has begun. */
    public SnapshotMark voided(long beginIndex) {
        return new SnapshotMark(Edge.VOID, output, outputIndex, positions, beginIndex, 0);
    }
}
