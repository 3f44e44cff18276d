package io.millrace.channel;

import java.util.List;
import java.util.Objects;

/**
 * Stands before and behind the calls of a snapshot. A snapshot is complete when its end mark is there and names the
 * index of the begin mark. One that stands in the output itself is the opening of a period: it stands for all that is
 * before it there. A start mark, in the output too, has no calls and says where the service begins in its inputs.
 *
 * @param edge which of the two it is
 * @param output the source that is the service's output channel
 * @param outputIndex the index of the newest record of the output when the snapshot was taken, -1 where there was none
 * @param positions the last input taken of each input channel
 * @param begin the index of the begin mark; -1 in the begin mark itself
 * @param calls how many calls the snapshot has; 0 in the begin mark
 */
public record SnapshotMark(
        Edge edge, Source output, long outputIndex, List<Position> positions, long begin, long calls) {

    /** The most positions a mark holds. */
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

    /** Which end of a snapshot. */
    public enum Edge {
        /** Before its calls. */
        BEGIN(0),
        /** Behind its calls. */
        END(1),
        /** Behind the calls of one whose writer was killed: they stand for nothing. */
        VOID(2),
        /** No snapshot, but where a service begins in inputs that it does not read from their first message on. */
        START(3);

        private final byte code;

        Edge(int code) {
            this.code = (byte) code;
        }

        /** Returns the byte that stands for this edge in a mark. */
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
     * @param index the index of the last message taken, -1 where none was
     */
    public record Position(Source source, long index) {}

    /**
     * Returns the mark that says where a service begins in inputs that it does not read from their first message on.
     *
     * @param output the output of the service, where the mark is written
     * @param outputIndex the index of the newest record there, -1 where there is none
     * @param positions of each such input the greatest index that is not read, -1 where all is
     */
    public static SnapshotMark start(Source output, long outputIndex, List<Position> positions) {
        return new SnapshotMark(Edge.START, output, outputIndex, positions, -1, 0);
    }

    /** Returns the mark that closes the snapshot which this one, standing at {@code beginIndex}, has begun. */
    public SnapshotMark end(long beginIndex, long callsWritten) {
        return new SnapshotMark(Edge.END, output, outputIndex, positions, beginIndex, callsWritten);
    }

    /** Returns the mark that says that what this one, standing at {@code beginIndex}, has begun is no snapshot. */
    public SnapshotMark voided(long beginIndex) {
        return new SnapshotMark(Edge.VOID, output, outputIndex, positions, beginIndex, 0);
    }
}
