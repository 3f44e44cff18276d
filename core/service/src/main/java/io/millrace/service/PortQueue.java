package io.millrace.service;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelWriter;
import io.millrace.channel.JournalChannelWriter;
import io.millrace.concurrent.MpscArrayQueue;
import io.millrace.journal.Index;
import io.millrace.wire.CallSchema;
import io.millrace.wire.OfferedCall;
import io.millrace.wire.Refused;
import io.millrace.wire.WireException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * The questions of ports to one component. Ports put them into a queue, and the component's loop answers some before
 * each input. A question that needs a later input waits in a list. Questions that are not answered when the component
 * ends are told so by what sees it first: the loop at its end, or the port that came too late.
 */
final class PortQueue implements ComponentPort {

    /** How many questions may wait. */
    static final int MAX_WAITING = 1024;

    /** How many questions are answered before an input. */
    private static final int MAX_BEFORE_INPUT = 16;

    private static final long NEVER = 0;
    private static final byte[] NOTHING = {};
    private static final int MAX_STACK = 64;

    private final String service;
    private final Channel output;
    private final ChannelWriter writer;
    private final InputReaders inputs;
    private final AnswerTable table;
    private final List<OfferedCall> calls;
    private final QueryResults results;
    private final ErrorReports reports;
    private final long budgetNs;
    private final MpscArrayQueue<Question> questions = new MpscArrayQueue<>(MAX_WAITING);
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLongArray taken;
    private final List<Question> later = new ArrayList<>();

    private volatile Thread thread;
    private volatile boolean isClosed;

    /** The query that is made now, and since when; written by the component's thread. */
    private volatile String running = "";

    private volatile long runningSinceNs;

    /** The schema of the last query, and its name. */
    private CallSchema named;

    private String name = "";
    private String forbidden = "";

    /** Either a query, or a call whose answer is looked up. */
    private record Question(PortQuery query, String channel, String client, long number, PortListener listener) {}

    PortQueue(
            ComponentBuilder settings,
            ChannelWriter writer,
            InputReaders inputs,
            AnswerTable table,
            List<OfferedCall> calls,
            QueryResults results) {
        this.service = settings.name;
        this.budgetNs = settings.queryBudget.toNanos();
        this.reports = new ErrorReports(settings.errorHandler);
        this.output = writer.target();
        this.writer = writer;
        this.inputs = inputs;
        this.table = table;
        this.calls = calls;
        this.results = results;
        long[] none = new long[inputs.size()];
        Arrays.fill(none, Index.NONE);
        this.taken = new AtomicLongArray(none);
    }

    @Override
    public List<OfferedCall> calls() {
        return calls;
    }

    @Override
    public Channel output() {
        return output;
    }

    @Override
    public long taken(String channel) {
        int input = inputs.named(channel);
        if (input < 0) {
            throw new ServiceException(
                    "the component does not read this channel service=" + service + " channel=" + channel);
        }
        return taken.getAcquire(input);
    }

    @Override
    public void wake() {
        Thread parked = thread;
        if (parked != null) {
            LockSupport.unpark(parked);
        }
    }

    @Override
    public boolean query(PortQuery query) {
        if (overdue().isPresent()) {
            tell(query.listener, -1, AnswerStatus.BUSY, "the component is busy with a query that exceeds its budget");
            return true;
        }
        return offer(new Question(query, "", "", 0, query.listener));
    }

    @Override
    public boolean find(String channel, String client, long number, PortListener listener) {
        return offer(new Question(null, channel, client, number, listener));
    }

    private boolean offer(Question question) {
        if (isClosed || waiting.incrementAndGet() > MAX_WAITING) {
            if (!isClosed) {
                waiting.decrementAndGet();
            }
            return false;
        }
        questions.offer(question); // as many as have been counted fit
        if (isClosed) {
            drain();
        } else {
            wake();
        }
        return true;
    }

    @Override
    public Optional<OverdueQuery> overdue() {
        long since = runningSinceNs;
        long elapsed = System.nanoTime() - since;
        Thread loop = thread;
        if (since == NEVER || elapsed <= budgetNs || loop == null) {
            return Optional.empty();
        }
        String method = running;
        List<String> stack = Arrays.stream(loop.getStackTrace())
                .limit(MAX_STACK)
                .map(StackTraceElement::toString)
                .toList();
        return Optional.of(new OverdueQuery(method, Duration.ofNanos(elapsed), stack));
    }

    /** Notes that the thread that calls this answers. */
    void attach() {
        if (thread == null) {
            thread = Thread.currentThread();
        }
    }

    /** Notes which inputs were taken and are done. */
    void done() {
        for (int input = 0; input < inputs.size(); input++) {
            taken.setRelease(input, inputs.taken(input));
        }
    }

    /** Returns whether there are questions. */
    boolean hasQuestions() {
        return waiting.getOpaque() > 0;
    }

    /** Answers questions, of a component that is live, between two inputs; returns how many. */
    int answer(Object component) {
        int answered = 0;
        for (int i = 0; i < later.size() && answered < MAX_BEFORE_INPUT; ) {
            Question question = later.get(i);
            if (question.query().isCancelled() || isReached(question.query())) {
                later.remove(i);
                answer(question, component);
                answered++;
            } else {
                i++;
            }
        }
        while (answered < MAX_BEFORE_INPUT) {
            Question question = questions.poll();
            if (question == null) {
                return answered;
            }
            answered++;
            if (question.query() != null && !isReached(question.query())) {
                later.add(question);
            } else {
                answer(question, component);
            }
        }
        return answered;
    }

    private boolean isReached(PortQuery query) {
        for (PortQuery.Least least = query.least; least != null; least = least.other()) {
            if (!isReached(least)) {
                return false;
            }
        }
        return true;
    }

    private boolean isReached(PortQuery.Least least) {
        if (least.channel().equals(output.name())) {
            return writer.lastIndex() >= least.index();
        }
        int input = inputs.named(least.channel());
        return input < 0 || inputs.taken(input) >= least.index();
    }

    private void answer(Question question, Object component) {
        waiting.decrementAndGet();
        if (question.query() == null) {
            AnswerTable.Found found = table.find(question.channel(), question.client(), question.number());
            tell(question.listener(), index(), found.status(), found.reason(), found.schema(), found.result());
        } else if (!question.query().isCancelled()) {
            query(question.query(), component);
        }
    }

    /** Returns the newest record that the state of the component depends on; inputs without outputs are recorded. */
    private long index() {
        writer.journalWriter().filter(journal -> journal.pendingRuns() > 0).ifPresent(JournalChannelWriter::checkpoint);
        return writer.lastIndex();
    }

    private void query(PortQuery query, Object component) {
        name(query.call);
        running = name;
        runningSinceNs = Math.max(1, System.nanoTime());
        writer.forbidCalls(forbidden);
        AnswerStatus status = AnswerStatus.VALUE;
        String reason = "";
        byte[] result = NOTHING;
        try {
            result = results.make(query, component);
        } catch (Refused e) {
            status = AnswerStatus.REFUSED;
            reason = ForeignError.reason(e);
        } catch (WireException e) {
            status = AnswerStatus.REFUSED;
            reason = ForeignError.shortened("a query cannot be made: " + ForeignError.text(e));
        } catch (Throwable e) {
            status = AnswerStatus.FAILED;
            reason = ForeignError.shortened(ForeignError.text(e));
        } finally {
            writer.allowCalls();
            runningSinceNs = NEVER;
        }
        CallSchema schema = status == AnswerStatus.VALUE ? results.schema() : null;
        tell(query.listener, index(), status, reason, schema, result);
    }

    @SuppressWarnings("ReferenceEquality") // a port has one object for each schema of a client
    private void name(CallSchema call) {
        if (call != named) {
            named = call;
            name = call.interfaceName() + "." + call.path();
            forbidden = "a query makes no output call service=" + service + " query=" + name;
        }
    }

    private void tell(PortListener listener, long index, AnswerStatus status, String reason) {
        tell(listener, index, status, reason, null, NOTHING);
    }

    private void tell(
            PortListener listener, long index, AnswerStatus status, String reason, CallSchema schema, byte[] result) {
        try {
            listener.answered(index, status, reason, schema, result);
        } catch (Throwable e) {
            reports.report(Severity.ERROR, ErrorOrigin.component(service), e);
        }
    }

    /** Tells all that wait that the component does not answer now. */
    void goAway() {
        for (Question question : later) {
            waiting.decrementAndGet();
            tell(question.listener(), -1, AnswerStatus.AWAY, "the component does not answer now");
        }
        later.clear();
        drain();
    }

    private synchronized void drain() {
        for (Question question = questions.poll(); question != null; question = questions.poll()) {
            waiting.decrementAndGet();
            tell(question.listener(), -1, AnswerStatus.AWAY, "the component does not answer now");
        }
    }

    /** Answers nothing any more. */
    void close() {
        isClosed = true;
        goAway();
    }
}
