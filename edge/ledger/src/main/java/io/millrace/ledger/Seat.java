package io.millrace.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * One seat of the committee: takes blocks, makes its own, and orders them. It is a function of its calls: it has no
 * thread, no clock and no connection, and the time is that of the last {@link #tick}. Not thread-safe.
 *
 * <p>Call {@link #start} once; then {@link #tick} at {@link #nextTickNs} or earlier, {@link #received} for each message
 * of another seat, and {@link #forced} when what was stored is on the device. An own block is sent only then, so that a
 * seat that starts again knows each round that it has signed.
 *
 * <p>The rules of rounds are those of Starfish (ePrint 2025/567), with one exception for seats that have caught up; the
 * commit rule is that of {@link Committer}.
 */
public final class Seat {
    private final SeatOptions options;
    private final BlockCodec blocks;
    private final SeatMessageCodec codec;
    private final SeatSignatures signatures;
    private final SeatPort port;
    private final SeatRecovery recovery;
    private final LedgerChain chain;
    private final Committee committee;
    private final SeatGraph graph;
    private final RoundClock clock;
    private final ParentChoice parents;
    private final Relay relay;
    private final Fetcher fetcher;
    private final SignRecord record;
    private final SeatOrder order;
    private final CatchUp catchUp;
    private final TransactionPool pool;
    private final SeatServer server;
    private final long[] farAhead;
    private final Rejections rejections;
    private long nowNs;
    private long wallMs;
    private long askedNs;
    private long movedNs;
    private long forces;
    private Block unforced;
    private Block ownNewest;
    private boolean isRecovering;
    private boolean hasBegun;
    private boolean isDue;
    private boolean isHalted;

    /**
     * Creates a seat that does nothing before {@link #start}.
     *
     * @param options how it takes part
     * @param blocks reads and makes blocks of the chain
     * @param signatures signs for this seat
     * @param port its surroundings
     * @param recovery what its storage has
     * @param nonce a number that no earlier run of this seat had, so that old answers are not taken for new ones
     * @throws LedgerException if the seat is not of the committee
     */
    public Seat(
            SeatOptions options,
            BlockCodec blocks,
            SeatSignatures signatures,
            SeatPort port,
            SeatRecovery recovery,
            long nonce) {
        this.options = Objects.requireNonNull(options, "options");
        this.blocks = Objects.requireNonNull(blocks, "blocks");
        this.signatures = Objects.requireNonNull(signatures, "signatures");
        this.port = Objects.requireNonNull(port, "port");
        this.recovery = Objects.requireNonNull(recovery, "recovery");
        chain = blocks.chain();
        committee = chain.committee();
        if (options.seat() >= committee.seats()) {
            throw new LedgerException(
                    "no seat of the committee seat=" + options.seat() + " seats=" + committee.seats());
        }
        codec = new SeatMessageCodec(blocks);
        pool = new TransactionPool(options.pool(), blocks.limits());
        graph = new SeatGraph(chain, options.seat(), options.waitingBlocks(), this::accepted, this::proved);
        order = new SeatOrder(options, chain, graph, port, pool);
        clock = new RoundClock(committee, graph, options.sending().timeoutDeltas() * options.deltaNs());
        parents = new ParentChoice(chain, graph, options.seat());
        relay = new Relay(committee.seats(), options, codec.mostBytes(), this::send);
        fetcher = new Fetcher(committee, options, graph, this::send);
        record = new SignRecord(committee, graph, nonce, recovery.record());
        catchUp = new CatchUp(chain, signatures, options, this::send);
        server = new SeatServer(committee, graph, port, codec.mostBytes(), this::send);
        farAhead = new long[committee.seats()];
        rejections = new Rejections(committee.seats());
    }

    private void send(SeatMessage message, int peer) {
        port.send(peer, SeatMessageCodec.write(message));
    }

    /**
     * Takes what storage has, and begins.
     *
     * @param startNs the time, in nanoseconds of a clock that is never set
     * @param startWallMs the time in milliseconds since 1970, which goes into own blocks
     */
    public void start(long startNs, long startWallMs) {
        nowNs = startNs;
        wallMs = startWallMs;
        movedNs = nowNs;
        guarded(() -> {
            isRecovering = true;
            order.resume(recovery.commits(), recovery.executed());
            for (Block block : recovery.blocks()) {
                recover(block);
            }
            isRecovering = false;
            if (ownNewest == null) {
                begin();
            } else {
                // What a killed process has written may still be lost with the power; it is not sent before.
                forces++;
                port.force(forces);
            }
        });
    }

    private void begin() {
        hasBegun = true;
        clock.start(ownNewest == null ? 0 : ownNewest.header().round(), nowNs);
        if (record.isLost()) {
            port.event(SeatEvent.AMNESIA, "the record of what was signed is lost");
            clock.allowLeavingOut();
        }
        ask();
        resend();
        progress();
    }

    private void recover(Block block) {
        if (block.header().author() == options.seat()
                && (ownNewest == null
                        || block.header().round() > ownNewest.header().round())) {
            ownNewest = block;
        }
        if (block.header().round() > graph.horizon() && !graph.isKnown(block.reference())) {
            graph.restore(block);
        }
        if (block == ownNewest) {
            parents.made(block.reference());
        }
    }

    /** Runs a step; more faults than are tolerated end the seat. */
    private void guarded(Runnable step) {
        if (isHalted) {
            return;
        }
        try {
            step.run();
        } catch (TooManyFaultsException e) {
            isHalted = true;
            port.event(SeatEvent.HALTED, e.getMessage());
        }
    }

    private void ifBegun(Runnable step) {
        if (hasBegun) {
            guarded(step);
        }
    }

    /** Sets the time, and does what is due; times as for {@link #start}. Nanoseconds never go back. */
    public void tick(long newNs, long newWallMs) {
        nowNs = Math.max(nowNs, newNs);
        wallMs = newWallMs;
        ifBegun(() -> {
            if (record.isAsking() && nowNs >= askedNs + retryNs()) {
                ask();
            }
            if (nowNs >= movedNs + stallNs()) {
                resend();
            }
            catchUp.tick(order.index(), nowNs);
            if (nowNs >= relay.dueNs()) {
                isDue = true;
            }
            fetcher.run(options.seat(), nowNs);
            progress();
        });
    }

    /** Returns when {@link #tick} is due at the latest, in nanoseconds. */
    public long nextTickNs() {
        if (!hasBegun) {
            return nowNs + stallNs();
        }
        long next = movedNs + stallNs();
        if (!clock.isMade()) {
            // A time that has passed without a quorum of parents is not looked at again before something arrives.
            next = clock.timeoutNs() > nowNs ? Math.min(next, clock.timeoutNs()) : next;
        }
        if (record.isAsking()) {
            next = Math.min(next, askedNs + retryNs());
        }
        next = Math.min(next, Math.min(relay.dueNs(), Math.min(fetcher.dueNs(), catchUp.dueNs())));
        return Math.max(next, nowNs + 1);
    }

    private long retryNs() {
        return 4 * options.deltaNs();
    }

    private long stallNs() {
        return 2L * options.sending().timeoutDeltas() * options.deltaNs();
    }

    private void ask() {
        askedNs = nowNs;
        for (int peer = 0; peer < committee.seats(); peer++) {
            if (peer != options.seat()) {
                send(new SeatMessage.Ask(record.nonce()), peer);
            }
        }
    }

    /** Sends the newest own block to all, as after a start and while nothing moves. */
    private void resend() {
        movedNs = nowNs;
        if (ownNewest != null) {
            for (int peer = 0; peer < committee.seats(); peer++) {
                if (peer != options.seat()) {
                    relay.send(List.of(ownNewest), peer);
                }
            }
        }
    }

    /** Sends the newest own block to a peer that is connected anew; what it lacks it asks for. */
    public void connected(int peer) {
        ifBegun(() -> {
            if (ownNewest != null) {
                relay.send(List.of(ownNewest), peer);
            }
        });
    }

    /**
     * Offers a transaction for a block of this seat.
     *
     * @return whether there was room
     * @throws LedgerException if it is larger than a block may be
     */
    public boolean offer(byte[] transaction) {
        return pool.offer(transaction);
    }

    /** Takes the root over the receipts of all commits up to this one, 32 bytes. */
    public void executed(long index, Digest root) {
        guarded(() -> order.executed(index, root));
    }

    /** Takes the end of a force, which was the last or an earlier one. */
    public void forced(long number) {
        guarded(() -> {
            if (number == forces && !hasBegun) {
                begin();
            }
            if (unforced == null || number != forces) {
                return;
            }
            Block own = unforced;
            unforced = null;
            made(own);
            progress();
        });
    }

    private void made(Block own) {
        ownNewest = own;
        clock.made(own.header().round());
        isDue = true;
        if (own.header().round() > graph.horizon()) {
            graph.restore(own);
        } else {
            pool.giveBack(own.rawTransactions());
        }
        parents.made(own.reference());
    }

    /** Takes a message of another seat. What breaks a rule is counted, and changes nothing else. */
    public void received(int peer, byte[] message) {
        ifBegun(() -> receive(peer, () -> take(peer, codec.read(message))));
    }

    /** Takes a message of another seat that {@link Intake} has read. */
    public void received(int peer, SeatMessage message) {
        ifBegun(() -> receive(peer, () -> take(peer, message)));
    }

    private void receive(int peer, Runnable message) {
        if (peer < 0 || peer >= committee.seats() || peer == options.seat()) {
            throw new LedgerException("a message is of another seat peer=" + peer + " seat=" + options.seat());
        }
        try {
            message.run();
        } catch (RejectedException e) {
            reject(peer, e);
        }
        fetcher.run(peer, nowNs);
        progress();
    }

    /** Counts that a peer has broken a rule. */
    public void reject(int peer, RejectedException rejected) {
        rejections.add(peer, rejected.reason());
    }

    private void take(int peer, SeatMessage message) {
        switch (message) {
            case SeatMessage.Blocks sent -> sent.blocks().forEach(block -> take(peer, block));
            case SeatMessage.Fetch fetch -> server.serve(peer, fetch);
            case SeatMessage.Ask ask -> {
                if (!record.isAsking() || !record.isLost()) {
                    server.answer(peer, ask, ownNewest);
                }
            }
            case SeatMessage.Newest newest -> take(peer, newest);
            case SeatMessage.FetchCommits fetch -> server.serve(peer, fetch);
            case SeatMessage.Commits commits -> take(peer, commits);
            case SeatMessage.FetchCommitted fetch -> server.serve(peer, fetch);
            case SeatMessage.Committed sent -> {
                if (catchUp.received(sent.blocks(), nowNs)) {
                    applyRun();
                }
            }
        }
    }

    private void take(int peer, Block block) {
        SeatVertex known = graph.get(block.reference());
        if (known != null) {
            relay.noteKnown(known, peer);
            return;
        }
        try {
            if (!graph.isKnown(block.reference())) {
                verify(block);
                demandNear(block.reference());
                graph.offer(block, peer);
            }
            fetcher.sentBy(peer, block.reference());
        } catch (RejectedException e) {
            reject(peer, e);
        }
    }

    private void proved(Block block) {
        port.event(SeatEvent.EQUIVOCATION, "a seat has made two blocks for one round block=" + block);
    }

    private void verify(Block block) {
        if (!signatures.verify(
                block.header().author(),
                block.reference().digest(),
                block.header().rawSignature())) {
            throw new RejectedException(Rejection.SIGNATURE, "the signature is wrong block=" + block);
        }
    }

    private void demandNear(Reference block) {
        long most = Math.max(clock.entered(), order.committedRound()) + options.aheadRounds();
        if (block.round() > most) {
            farAhead[block.author()] = Math.max(farAhead[block.author()], block.round());
            catchUpIfLate(most);
            throw new RejectedException(Rejection.TOO_FAR, "a block is too far ahead block=" + block + " most=" + most);
        }
    }

    /** Catches up once so many seats are far ahead that a correct one is among them. */
    private void catchUpIfLate(long most) {
        int ahead = 0;
        for (long round : farAhead) {
            ahead += round > most ? 1 : 0;
        }
        if (ahead > committee.faults()) {
            startCatchUp();
        }
    }

    private void startCatchUp() {
        if (!catchUp.isActive()) {
            port.event(SeatEvent.CATCHING_UP, "commits=" + order.index());
            order.pause();
            catchUp.start(order.index(), nowNs);
        }
    }

    private void take(int peer, SeatMessage.Newest newest) {
        if (newest.nonce() != record.nonce()) {
            throw new RejectedException(Rejection.NOT_ASKED, "an answer to another question peer=" + peer);
        }
        boolean isOwnForeign =
                newest.own().isPresent() && newest.own().get().header().author() != peer;
        boolean isYoursForeign =
                newest.yours().isPresent() && newest.yours().get().header().author() != options.seat();
        if (isOwnForeign || isYoursForeign) {
            throw new RejectedException(Rejection.AUTHOR, "an answer has a block of another seat peer=" + peer);
        }
        if (newest.yours().isPresent()) {
            Block yours = newest.yours().get();
            verify(yours);
            if (clock.isUnknown(yours.header().round())) {
                lose(yours.reference());
            }
            take(peer, yours);
        }
        if (newest.own().isPresent()) {
            take(peer, newest.own().get());
            record.answered(peer, newest.own().get().reference());
        } else {
            record.answered(peer, chain.genesis().get(peer));
        }
    }

    private void take(int peer, SeatMessage.Commits commits) {
        if (catchUp.received(commits, peer, order.index(), order.last(), nowNs)) {
            endCatchUp();
            return;
        }
        if (!catchUp.run().isEmpty()) {
            for (Reference needed : catchUp.needed()) {
                SeatVertex vertex = graph.get(needed);
                Optional<Block> known = vertex == null ? port.block(needed) : Optional.of(vertex.block);
                known.ifPresent(catchUp::offer);
            }
            catchUp.askForBlocks(nowNs);
            applyRun();
        }
    }

    private void applyRun() {
        Optional<CommitProof> proof = catchUp.complete();
        if (proof.isEmpty()) {
            return;
        }
        for (CommitRecord commit : catchUp.run()) {
            List<Block> ordered = commit.blocks().stream().map(catchUp::block).toList();
            ordered.stream()
                    .filter(block -> graph.get(block.reference()) == null)
                    .forEach(port::store);
            order.take(commit, ordered);
        }
        order.proved(proof.get());
        if (catchUp.proceed(order.index(), nowNs)) {
            endCatchUp();
        }
    }

    private void endCatchUp() {
        order.proceed();
        clock.allowLeavingOut();
        port.event(SeatEvent.CAUGHT_UP, "commits=" + order.index());
    }

    /** Takes each block that enters the graph, its parents before it. */
    private void accepted(SeatVertex vertex) {
        vertex.acceptedNs = nowNs;
        boolean isOwn = vertex.author == options.seat();
        if (!isRecovering) {
            if (!isOwn || vertex.block != ownNewest) {
                port.store(vertex.block);
            }
            relay.accepted(vertex);
        }
        if (isOwn && !isRecovering && clock.isUnknown(vertex.round)) {
            lose(vertex.reference);
        }
        if (isOwn) {
            parents.made(vertex.reference);
        }
        order.accepted(vertex);
    }

    /** Takes an own block that the record does not have: storage is older than what this seat has signed. */
    private void lose(Reference block) {
        if (record.isLost() && record.isAsking()) {
            parents.made(block);
            return;
        }
        port.event(SeatEvent.AMNESIA, "others know a block that the record does not have block=" + block);
        record.lose();
        if (unforced != null) {
            pool.giveBack(unforced.rawTransactions());
            unforced = null;
        }
        clock.allowLeavingOut();
        clock.signFrom(block.round() + 1);
        parents.made(block);
        if (nowNs > askedNs) {
            ask();
        }
    }

    private void progress() {
        record.settle().ifPresent(from -> {
            clock.signFrom(from);
            port.event(SeatEvent.SIGNS, "from=" + from);
        });
        if (fetcher.takeStuck()) {
            startCatchUp();
        }
        clock.keepAbove(graph.horizon());
        boolean isMoving = true;
        while (isMoving) {
            isMoving = unforced == null && clock.advance(order.decidedRound(), nowNs);
            if (isMoving) {
                isDue = true;
                movedNs = nowNs;
            }
            make();
        }
        if (isDue) {
            isDue = false;
            relay.flush(nowNs, graph.horizon());
        }
    }

    private void make() {
        boolean maySign = !record.isAsking() && !catchUp.isActive();
        if (unforced != null || !maySign || !clock.isDue(parents, nowNs)) {
            return;
        }
        Optional<List<Reference>> chosen = parents.choose(clock.entered());
        if (chosen.isEmpty()) {
            return;
        }
        unforced = blocks.make(
                options.seat(),
                clock.entered(),
                chosen.get(),
                wallMs,
                order.takeVotes(blocks.limits().votes()),
                pool.take(),
                signatures);
        port.storeOwn(unforced);
        forces++;
        port.force(forces);
    }

    /** Returns how often a rule was broken by a peer. */
    public long rejections(int peer, Rejection reason) {
        return rejections.count(peer, reason);
    }

    /** Returns the second block of each seat that has made two for one round, as evidence. */
    public List<Block> evidence() {
        return List.copyOf(graph.evidence().values());
    }

    /** Returns what is decided about the slot of a round, undecided where it is below the horizon. */
    public SlotDecision decision(long round) {
        return order.decision(round);
    }

    /** Returns the newest rounds for people. */
    SeatPicture picture(int rounds) {
        return SeatPicture.of(graph, order, rounds);
    }

    /** Returns how many transactions wait for a block of this seat. */
    public int waitingTransactions() {
        return pool.size();
    }

    /** Returns what an operator sees. */
    public SeatStatus status() {
        List<Integer> missing = new ArrayList<>();
        boolean isLate = nowNs >= clock.timeoutNs() + stallNs() / 2;
        for (int seat = 0; seat < committee.seats(); seat++) {
            if (!graph.at(clock.entered()).has(seat)
                    && (isLate || !graph.at(clock.entered() - 1).has(seat))) {
                missing.add(seat);
            }
        }
        return new SeatStatus(
                clock.entered(),
                clock.made(),
                order.index(),
                order.provedIndex(),
                order.decidedRound(),
                graph.horizon(),
                missing,
                SeatCondition.of(!record.isAsking(), catchUp.isActive(), order.isExecuting(), isHalted),
                graph.vertices().size() + graph.waitingCount() + catchUp.size(),
                graph.waitingCount());
    }
}
