package io.millrace.transactions;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import javax.transaction.xa.XAException;
import javax.transaction.xa.XAResource;
import javax.transaction.xa.Xid;

/**
 * A resource manager in memory that keeps to the rules of XA: it refuses calls that are out of order, remembers what is
 * prepared over the end of any transaction manager, and answers with an error, throws, or does something else in the
 * middle of a call where it was told to.
 */
final class SimulatedResource extends XaResourceAdapter implements RecoverableResource {

    private enum State {
        WORKING,
        ENDED,
        PREPARED,
        /** It ended by itself, and is listed until it is forgotten. */
        REMEMBERED
    }

    private final String name;
    private final Map<BranchXid, State> branches = new LinkedHashMap<>();
    private final Map<String, Queue<Throwable>> errors = new HashMap<>();
    private final Map<String, Runnable> inside = new HashMap<>();
    private final Map<BranchXid, Integer> remembered = new HashMap<>();
    private final List<String> log;
    final List<BranchXid> committed = Collections.synchronizedList(new ArrayList<>());
    final List<BranchXid> rolledBack = Collections.synchronizedList(new ArrayList<>());
    boolean readOnly;
    boolean away;

    SimulatedResource(String name, List<String> log) {
        this.name = name;
        this.log = log;
    }

    SimulatedResource(String name) {
        this(name, Collections.synchronizedList(new ArrayList<>()));
    }

    XAResource named() {
        return NamedResource.of(name, this);
    }

    List<String> log() {
        return log;
    }

    /** Has the next call of a kind, such as {@code commit}, answer with an error code. */
    SimulatedResource fails(String call, int errorCode) {
        return throwing(call, new XAException(errorCode));
    }

    /** Has the next call of a kind throw something, an unchecked exception or an error of the JVM. */
    SimulatedResource throwing(String call, Throwable error) {
        errors.computeIfAbsent(call, key -> new ArrayDeque<>()).add(error);
        return this;
    }

    /** Has something done inside the next call of a kind. */
    SimulatedResource during(String call, Runnable action) {
        inside.put(call, action);
        return this;
    }

    /** Has what is prepared end by itself: from now on it is answered with a code, and listed until it is forgotten. */
    synchronized void endsByItself(int errorCode) {
        for (BranchXid branch : prepared()) {
            branches.put(branch, State.REMEMBERED);
            remembered.put(branch, errorCode);
        }
    }

    /** Returns the branches that have ended by themselves and are not forgotten. */
    synchronized List<BranchXid> remembered() {
        return List.copyOf(remembered.keySet());
    }

    synchronized List<BranchXid> prepared() {
        return branches.entrySet().stream()
                .filter(entry -> entry.getValue() == State.PREPARED)
                .map(Map.Entry::getKey)
                .toList();
    }

    synchronized boolean isEmpty() {
        return branches.isEmpty();
    }

    private BranchXid step(String call, Xid xid, State... allowed) throws XAException {
        BranchXid branch = (BranchXid) xid;
        log.add(name + "." + call);
        if (away) {
            throw new XAException(XAException.XAER_RMFAIL);
        }
        Runnable action = inside.remove(call);
        if (action != null) {
            action.run();
        }
        fail(call);
        if (remembered.containsKey(branch)) {
            throw new XAException(remembered.get(branch));
        }
        State state = branches.get(branch);
        if (allowed.length > 0 && state == null) {
            throw new XAException(XAException.XAER_NOTA);
        }
        if (allowed.length > 0 && !List.of(allowed).contains(state)) {
            throw new XAException(XAException.XAER_PROTO);
        }
        return branch;
    }

    private void fail(String call) {
        Queue<Throwable> planned = errors.get(call);
        if (planned != null && !planned.isEmpty()) {
            SimulatedResource.<RuntimeException>throwIt(planned.remove());
        }
    }

    @SuppressWarnings("unchecked") // a driver in another language may throw anything
    private static <E extends Throwable> void throwIt(Throwable error) throws E {
        throw (E) error;
    }

    @Override
    public synchronized void start(Xid xid, int flags) throws XAException {
        branches.put(step("start", xid), State.WORKING);
    }

    @Override
    public synchronized void end(Xid xid, int flags) throws XAException {
        branches.put(step("end", xid, State.WORKING), State.ENDED);
    }

    @Override
    public synchronized int prepare(Xid xid) throws XAException {
        BranchXid branch = step("prepare", xid, State.ENDED);
        if (readOnly) {
            branches.remove(branch);
            return XA_RDONLY;
        }
        branches.put(branch, State.PREPARED);
        return XA_OK;
    }

    @Override
    public synchronized void commit(Xid xid, boolean onePhase) throws XAException {
        BranchXid branch = step(onePhase ? "commit1" : "commit", xid, onePhase ? State.ENDED : State.PREPARED);
        branches.remove(branch);
        committed.add(branch);
    }

    @Override
    public synchronized void rollback(Xid xid) throws XAException {
        BranchXid branch = step("rollback", xid, State.ENDED, State.PREPARED);
        branches.remove(branch);
        rolledBack.add(branch);
    }

    @Override
    public synchronized void forget(Xid xid) throws XAException {
        BranchXid branch = (BranchXid) xid;
        log.add(name + ".forget");
        fail("forget");
        branches.remove(branch);
        remembered.remove(branch);
    }

    @Override
    public synchronized Xid[] recover(int flag) {
        fail("recover");
        return branches.entrySet().stream()
                .filter(entry -> entry.getValue() == State.PREPARED || entry.getValue() == State.REMEMBERED)
                .map(Map.Entry::getKey)
                .toArray(Xid[]::new);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Session open() throws XAException {
        if (away) {
            throw new XAException(XAException.XAER_RMFAIL);
        }
        fail("open");
        return new Session() {
            @Override
            public XAResource resource() {
                return SimulatedResource.this;
            }

            @Override
            public void close() {}
        };
    }
}
