package io.millrace.transactions;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelCursor.Entry;
import io.millrace.channel.ChannelException;
import io.millrace.channel.ChannelReader;
import io.millrace.channel.EpochClock;
import io.millrace.channel.History;
import io.millrace.channel.Input;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.channel.Poll;
import io.millrace.channel.ReaderOptions;
import io.millrace.channel.Source;
import io.millrace.channel.StagedCall;
import io.millrace.journal.Durability;
import io.millrace.journal.Index;
import io.millrace.journal.Journal;
import io.millrace.journal.MarkPolicy;
import io.millrace.journal.NamedPosition;
import io.millrace.journal.SeekResult;
import io.millrace.journal.TailerOptions;
import io.millrace.transactions.ChannelProgress.Call;
import io.millrace.transactions.ChannelProgress.Stage;
import io.millrace.transactions.ChannelProgress.Work;
import io.millrace.wire.WireTypes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A channel as a resource: taking a message of one channel, publishing what follows from it in another, and whatever
 * other resources do meanwhile, are one transaction. The message counts as taken, and the calls are published, if and
 * only if the transaction commits; if it rolls back, the same message is read again.
 *
 * <pre>{@code
 * ChannelResource orders = ChannelResource.open("orders", directory, input, output);
 * orders.handler(new Desk(bank, orders.as(Receipts.class)), WireTypes.none(), Orders.class);
 * transactions.begin();
 * transactions.getTransaction().enlistResource(orders.named());
 * Poll poll = orders.poll();
 * transactions.commit();
 * }</pre>
 *
 * <p>Each transaction takes at most one message, and one transaction at a time uses a resource; several may share the
 * work by channels of their own. When a branch is prepared, the message's index and the encoded calls are forced to a
 * file; when it commits, the calls are published, forced, and the file says that the message is taken. A branch that
 * was prepared when the process died holds up further ones until recovery has ended it: {@link #isInDoubt} tells.
 * Calls that were published before a kill, and not yet noted, are found in the output by their history and not
 * published again.
 *
 * <p>Both channels must be {@code SYNCED}. The output has no other writer, and no call of it is seen before the commit.
 * One thread works with a resource at a time; recovery may ask and tell it in another.
 */
public final class ChannelResource extends XaResourceAdapter implements RecoverableResource, AutoCloseable {

    private final String name;
    private final Channel input;
    private final Optional<Channel> output;
    private final Optional<JournalChannelWriter> writer;
    private final ChannelProgressFile file;
    private final NamedPosition held;
    private final EpochClock clock = EpochClock.system();
    private final ReentrantLock lock = new ReentrantLock();
    private final Input taken = new Input();
    private ChannelReader reader;
    private volatile ChannelProgress progress;
    private volatile boolean abandoned;
    private Xid active;
    private boolean hasTaken;
    private boolean failed;
    private boolean groupOpen;

    private ChannelResource(
            String name,
            Channel input,
            Journal journal,
            Optional<Channel> output,
            Optional<JournalChannelWriter> writer,
            ChannelProgressFile file) {
        this.name = name;
        this.input = input;
        this.output = output;
        this.writer = writer;
        this.file = file;
        this.held = journal.position("transactions of " + name);
    }

    /**
     * Opens a resource that takes messages and publishes nothing.
     *
     * @param name its name, by which recovery finds it after a restart; as for {@link NamedResource}
     * @param directory where its progress is kept; one for each resource
     * @param input the channel whose messages are taken
     * @throws TransactionLogException where the directory is in use, damaged, or that of another input
     * @throws ChannelException where the channel is not SYNCED
     */
    public static ChannelResource open(String name, Path directory, Channel input) {
        return open(name, directory, input, Optional.empty());
    }

    /**
     * Opens a resource that takes messages and publishes calls.
     *
     * @param name its name, by which recovery finds it after a restart; as for {@link NamedResource}
     * @param directory where its progress is kept; one for each resource
     * @param input the channel whose messages are taken
     * @param output the channel where calls are published; it has no other writer
     * @throws TransactionLogException where the directory is in use, damaged, or that of another input
     * @throws ChannelException where a channel is not SYNCED or has a writer already
     */
    public static ChannelResource open(String name, Path directory, Channel input, Channel output) {
        return open(name, directory, input, Optional.of(output));
    }

    private static ChannelResource open(String name, Path directory, Channel input, Optional<Channel> output) {
        Journal journal = synced(name, input);
        output.ifPresent(channel -> synced(name, channel));
        ChannelProgressFile file = ChannelProgressFile.open(directory, journal.id());
        Optional<JournalChannelWriter> writer = Optional.empty();
        try {
            ChannelProgress progress = file.read();
            writer = output.map(channel -> channel.writer().journalWriter().orElseThrow());
            ChannelResource resource = new ChannelResource(name, input, journal, output, writer, file);
            resource.progress = progress;
            resource.finishCommitting();
            resource.handOver();
            return resource;
        } catch (RuntimeException | Error e) {
            writer.ifPresent(JournalChannelWriter::close);
            file.close();
            throw e;
        }
    }

    private static Journal synced(String name, Channel channel) {
        Durability durability = channel.durability().orElse(null);
        if (durability != Durability.SYNCED) {
            throw new ChannelException("a transactional channel must survive a loss of power resource="
                    + name + " channel=" + channel.name() + " durability="
                    + (durability == null ? "none" : durability)
                    + " needed=" + Durability.SYNCED);
        }
        return channel.journal().orElseThrow();
    }

    /**
     * Sets the handler of the messages; once, before the first {@link #poll}.
     *
     * @param handler implements each of {@code interfaces}
     * @param types the types that may be created besides those that the interfaces name
     * @param interfaces the interfaces whose calls are taken; messages of others are passed over
     */
    public void handler(Object handler, WireTypes types, Class<?>... interfaces) {
        if (reader != null) {
            throw new ChannelException("resource already has a handler resource=" + name);
        }
        ReaderOptions options = ReaderOptions.defaults()
                .withTypes(types)
                .withTailer(
                        TailerOptions.defaults().withLevel(Durability.SYNCED).withMark(MarkPolicy.ALWAYS));
        reader = input.reader(handler, options, interfaces);
        reader.seekAfter(progress.position());
        reader.handOver();
    }

    /**
     * Returns an object whose calls are published if the transaction commits; they are made by the handler, inside
     * {@link #poll}.
     *
     * @throws ChannelException where there is no output
     */
    public <T> T as(Class<T> type) {
        return writer.orElseThrow(() -> new ChannelException("resource has no output resource=" + name))
                .as(type);
    }

    /** Returns what is enlisted in a transaction. */
    public XAResource named() {
        return NamedResource.of(name, this);
    }

    /**
     * Takes the next message for the transaction in which this is enlisted, and makes its call on the handler. What the
     * handler throws is passed on, and the transaction can then only roll back.
     *
     * @return whether a message was taken
     * @throws ChannelException where this is not enlisted, or the transaction has taken a message before
     */
    public Poll poll() {
        lock.lock();
        try {
            if (active == null || hasTaken || failed || reader == null) {
                throw new ChannelException("cannot take a message; an enlisted resource with a handler takes"
                        + " one message in a transaction resource=" + name + " enlisted=" + (active != null) + " taken="
                        + hasTaken + " failed=" + failed + " handler=" + (reader != null));
            }
            Poll poll = reader.next();
            if (poll != Poll.MESSAGE) {
                return poll;
            }
            hasTaken = true;
            failed = true;
            taken.set(reader, clock.nowNs()).detach();
            begin();
            reader.dispatch();
            failed = false;
            return Poll.MESSAGE;
        } finally {
            if (abandoned) {
                reset();
            }
            unlock();
        }
    }

    /** Returns whether a branch of an earlier start waits for recovery to end it; until then nothing can be taken. */
    public boolean isInDoubt() {
        return progress.stage() == Stage.PREPARED && active == null;
    }

    /** Returns the index of the last message taken by a transaction that has committed, -1 where none was. */
    public long position() {
        return progress.position();
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns this itself, for recovery. */
    @Override
    public Session open() {
        return new Session() {
            @Override
            public XAResource resource() {
                return ChannelResource.this;
            }

            @Override
            public void close() {
                // it is open for as long as the resource is
            }
        };
    }

    @Override
    public void start(Xid xid, int flags) throws XAException {
        acquire();
        try {
            if (abandoned) {
                reset();
            }
            if (flags != TMNOFLAGS) {
                requireActive(xid);
                return;
            }
            finishCommitting();
            if (active != null || progress.stage() != Stage.IDLE) {
                throw error(XAException.XAER_RMFAIL, "another transaction uses the resource", xid);
            }
            active = xid;
        } finally {
            unlock();
        }
    }

    @Override
    public void end(Xid xid, int flags) throws XAException {
        acquire();
        try {
            requireActive(xid);
            failed |= flags == TMFAIL;
        } finally {
            unlock();
        }
    }

    @Override
    public int prepare(Xid xid) throws XAException {
        acquire();
        try {
            requireActive(xid);
            if (failed) {
                reset();
                throw error(XAException.XA_RBROLLBACK, "the handler has failed", xid);
            }
            if (!hasTaken) {
                reset();
                return XA_RDONLY;
            }
            write(new ChannelProgress(progress.position(), Stage.PREPARED, Optional.of(work(xid))));
            return XA_OK;
        } catch (TransactionLogException e) {
            reset();
            throw error(XAException.XA_RBROLLBACK, e.getMessage(), xid);
        } finally {
            unlock();
        }
    }

    @Override
    public void commit(Xid xid, boolean onePhase) throws XAException {
        acquire();
        try {
            if (onePhase) {
                requireActive(xid);
                if (failed) {
                    reset();
                    throw error(XAException.XA_RBROLLBACK, "the handler has failed", xid);
                }
                if (!hasTaken) {
                    reset();
                    return;
                }
                write(new ChannelProgress(progress.position(), Stage.COMMITTING, Optional.of(work(xid))));
            } else {
                requirePrepared(xid);
            }
            Published before = active == null ? Published.PERHAPS : Published.NO;
            active = null;
            publish(before);
        } catch (TransactionLogException | ChannelException e) {
            throw error(XAException.XAER_RMFAIL, e.getMessage(), xid);
        } finally {
            unlock();
        }
    }

    @Override
    public void rollback(Xid xid) throws XAException {
        acquire();
        try {
            if (progress.stage() == Stage.PREPARED
                    && isSame(xid, progress.work().orElseThrow().xid())) {
                write(ChannelProgress.idle(progress.position()));
            } else {
                requireActive(xid);
            }
            reset();
        } catch (TransactionLogException e) {
            throw error(XAException.XAER_RMFAIL, e.getMessage(), xid);
        } finally {
            unlock();
        }
    }

    @Override
    public Xid[] recover(int flags) {
        ChannelProgress now = progress;
        boolean begins = (flags & TMSTARTRSCAN) != 0;
        return begins && now.stage() == Stage.PREPARED
                ? new Xid[] {now.work().orElseThrow().xid()}
                : new Xid[0];
    }

    /** Closes the resource, not its channels. What is not prepared is as if it had not been taken. */
    @Override
    public void close() {
        lock.lock();
        try (file) {
            writer.ifPresent(JournalChannelWriter::close);
            if (reader != null) {
                reader.close();
            }
        } finally {
            unlock();
        }
    }

    /** Waits for a handler that is in the middle of a message, but not for ever. */
    private void acquire() throws XAException {
        try {
            lock.lockInterruptibly();
        } catch (InterruptedException e) {
            abandoned = true;
            Thread.currentThread().interrupt();
            XAException error = new XAException("message handler does not return resource=" + name);
            error.errorCode = XAException.XAER_RMFAIL;
            error.initCause(e);
            throw error;
        }
    }

    /** Hands the resource over to the next thread. */
    private void unlock() {
        try {
            handOver();
        } finally {
            lock.unlock();
        }
    }

    private void handOver() {
        writer.ifPresent(JournalChannelWriter::handOver);
        if (reader != null) {
            reader.handOver();
        }
        held.handOver();
    }

    private Work work(Xid xid) {
        List<Call> calls = new ArrayList<>();
        long outputEnd = Index.NONE;
        if (writer.isPresent()) {
            JournalChannelWriter out = writer.get();
            for (int i = 0; i < out.staged(); i++) {
                StagedCall call = out.staged(i);
                MemorySegment arguments = call.segment().asSlice(call.offset(), call.length());
                byte[] copy = arguments.toArray(ValueLayout.JAVA_BYTE);
                calls.add(new Call(call.schema(), MemorySegment.ofArray(copy)));
            }
            rollbackGroup();
            outputEnd = out.lastIndex();
        }
        return new Work(xid, taken.index(), taken.timeInNs(), outputEnd, calls);
    }

    private enum Published {
        NO,
        PERHAPS
    }

    /** Publishes the prepared calls that are not in the output yet, and notes that the message is taken. */
    private void publish(Published before) {
        Work work = progress.work().orElseThrow();
        if (!work.calls().isEmpty()) {
            JournalChannelWriter out =
                    writer.orElseThrow(() -> new ChannelException("cannot write prepared calls; the resource"
                            + " has no output resource=" + name
                            + " calls=" + work.calls().size()));
            if (before == Published.PERHAPS) {
                findAgain(work);
            }
            int there = before == Published.PERHAPS ? published(work) : JournalChannelWriter.NONE_WRITTEN;
            rollbackGroup();
            begin();
            for (Call call : work.calls()) {
                out.call(call.schema(), call.arguments(), 0, (int)
                        call.arguments().byteSize());
            }
            out.commitAfter(there);
            groupOpen = false;
            out.sync();
        }
        write(ChannelProgress.idle(work.index()));
        held.set(work.index());
        hasTaken = false;
        if (before == Published.PERHAPS && reader != null) {
            reader.seekAfter(work.index());
        }
    }

    private void begin() {
        writer.ifPresent(out -> out.begin(taken));
        groupOpen = writer.isPresent();
    }

    private void rollbackGroup() {
        if (groupOpen) {
            groupOpen = false;
            writer.ifPresent(JournalChannelWriter::rollback);
        }
    }

    /** Finds the message that was taken before the process died, with its history. */
    private void findAgain(Work work) {
        try (ChannelCursor cursor = input.cursor()) {
            if (cursor.seek(work.index()) != SeekResult.FOUND || cursor.next() != Entry.CALL) {
                throw new ChannelException("taken message is missing from its channel resource=" + name + " channel="
                        + input.name() + " index=" + Index.toText(work.index()));
            }
            taken.set(input.source(), work.index(), work.timeInNs(), cursor.history());
        }
    }

    /** Returns how many of the calls are in the output already. */
    private int published(Work work) {
        int there = 0;
        try (ChannelCursor cursor = output.orElseThrow().cursor()) {
            if (work.outputEnd() != Index.NONE) {
                cursor.seekAfter(work.outputEnd());
            }
            Source source = input.source();
            for (Entry entry = cursor.next(); entry != Entry.END; entry = cursor.next()) {
                if (entry == Entry.CALL) {
                    History history = cursor.history();
                    int newest = history.size() - 1;
                    boolean follows = newest >= 0
                            && history.index(newest) == work.index()
                            && history.source(newest).sameStream(source);
                    there += follows ? 1 : 0;
                }
            }
        }
        return there;
    }

    /** Continues a commit in one phase that a kill or an error has stopped. */
    private void finishCommitting() {
        if (progress.stage() == Stage.COMMITTING) {
            publish(Published.PERHAPS);
        }
    }

    private void write(ChannelProgress next) {
        file.write(next);
        progress = next;
    }

    /**
     * Ends work that was not prepared, and goes back to the message after the last one that was taken and committed.
     */
    private void reset() {
        rollbackGroup();
        if (reader != null && hasTaken) {
            reader.seekAfter(progress.position());
        }
        abandoned = false;
        hasTaken = false;
        failed = false;
        active = null;
    }

    private void requireActive(Xid xid) throws XAException {
        if (active == null || !isSame(xid, active)) {
            throw error(XAException.XAER_NOTA, "the branch is not active active=" + active, xid);
        }
    }

    private void requirePrepared(Xid xid) throws XAException {
        if (progress.stage() != Stage.PREPARED
                || !isSame(xid, progress.work().orElseThrow().xid())) {
            throw error(XAException.XAER_NOTA, "the branch is not prepared", xid);
        }
    }

    private static boolean isSame(Xid one, Xid other) {
        return one.getFormatId() == other.getFormatId()
                && Arrays.equals(one.getGlobalTransactionId(), other.getGlobalTransactionId())
                && Arrays.equals(one.getBranchQualifier(), other.getBranchQualifier());
    }

    private XAException error(int code, String what, Xid xid) {
        XAException error = new XAException(Objects.requireNonNullElse(what, "") + " resource=" + name + " branch="
                + xid + " stage=" + progress.stage());
        error.errorCode = code;
        return error;
    }
}
