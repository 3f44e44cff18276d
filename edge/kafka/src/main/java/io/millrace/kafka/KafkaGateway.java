package io.millrace.kafka;

import io.millrace.journal.Index;
import io.millrace.journal.JournalId;
import io.millrace.service.Gateway;
import io.millrace.service.GatewayContext;
import io.millrace.service.GatewayUnavailableException;
import io.millrace.service.RequestsRefusedException;
import io.millrace.wire.BinaryInput;
import io.millrace.wire.CallHooks;
import io.millrace.wire.CallSchema;
import io.millrace.wire.WireTypes;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * A gateway that publishes the calls of any interface to topics. Each call is published once and answered by exactly
 * one outcome, also across kills of this process and of brokers: readers of committed records see each call once, in
 * the order of its channel for each partition.
 *
 * <p>A batch of calls is a transaction. Its first records say, for each input, up to which index calls were published
 * and which of them were refused; they are committed with the calls or not at all. A thread of the gateway commits,
 * while the next batch is prepared. The transactional id follows from
 * the gateway's name and the journal of its outcomes, so that only one process publishes; the positions are read after
 * that process has fenced all others. Invariants:
 *
 * <ul>
 *   <li>Calls of one journal are published in the order of their indexes, so that one at or below the position was
 *   published or refused. It is answered again without being sent.
 *   <li>An outcome holds nothing that only sending tells, such as an offset: it can be made again.
 *   <li>A record that can never be sent spoils its transaction; the batch is repeated, and its call is refused then.
 *   <li>Where positions and journals disagree, one of them is an older copy: an error, never a repetition.
 * </ul>
 *
 * <p>Calls of {@link KafkaRecords} name topic, key and headers themselves. Calls wait for brokers, for a bounded time
 * each, so the gateway needs a thread of its own. It opens nothing until {@link #open}; it is used by one thread.
 */
public final class KafkaGateway implements Gateway, CallHooks.UnknownCallHandler, KafkaRecords {
    /** The topic of positions where none is named. */
    public static final String PROGRESS_TOPIC = "millrace-progress";

    private static final int DEFAULT_BATCH = 1_000;

    private static final int MAX_BATCH = 2_000;

    /** How many bytes of keys and values a batch has before it is committed, whatever the number of its calls. */
    private static final long FULL_BYTES = 8L << 20;

    /** How many bytes of refusals a position record has, so that brokers take it. */
    private static final int FULL_REFUSAL_BYTES = 256 << 10;

    private static final Logger LOGGER = System.getLogger(KafkaGateway.class.getPackageName());
    private static final String INVALID_CALL = "InvalidCall";
    private static final int SHOWN_CHARACTERS = 120;

    /** How long no further call is tried on a topic that has just refused one. */
    private static final long REFUSED_TOPIC_NS = 5_000_000_000L;

    private static final Set<String> RESERVED = Set.of(
            ProducerConfig.TRANSACTIONAL_ID_CONFIG,
            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
            ProducerConfig.ACKS_CONFIG,
            ProducerConfig.MAX_BLOCK_MS_CONFIG,
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
            ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG);

    private final KafkaResults results;
    private final ClientSettings client;
    private final RecordSettings settings;
    private final CallRecords records;
    private final String progressTopic;
    private final Set<String> otherJournals;
    private final int batch;
    private final long maxRefusalBytes;
    private final PositionCodec codec = new PositionCodec();

    /** Names this run in position records. */
    private final String publisher = Publisher.name();

    /** Whether this run has published, or was the one that may. */
    private boolean hasClaimed;

    /** The calls that were found to be impossible and are not committed as such yet. */
    private final Map<RequestKey, KafkaRefusal> impossible = new HashMap<>();

    /** Calls one of which the broker refuses, without saying which one: each is committed alone. */
    private final Set<RequestKey> suspects = new HashSet<>();

    /** Topics that have refused a record just now, and until when. */
    private final Map<String, RefusedTopic> refusedTopics = new HashMap<>();

    /** The batch that is being filled. */
    private TransactionRecords prepared;

    /** The batches whose commit has begun and was not awaited, oldest first. */
    private final ArrayDeque<Commit> commits = new ArrayDeque<>();

    private ExecutorService committer;

    private GatewayContext context;
    private TopicPartitions topics;
    private Transactions transactions;
    private GatewayProgress progress;

    /** A batch whose commit has begun. */
    private record Commit(TransactionRecords records, Future<?> result) {}

    /** A topic that refuses records, until it is tried again. */
    private record RefusedTopic(KafkaRefusal refusal, long untilNs) {}

    /**
     * Creates a gateway that is not connected yet.
     *
     * @param results takes the outcomes
     * @param types the types that an encoder's messages may have besides those of its interfaces
     * @param calls interfaces whose annotations say topic, key, partition and headers of their calls, where settings do
     *     not; {@link ToTopic}, {@link AsKey}, {@link AsPartition}, {@link AsTime},
     *     {@link AsHeader} and {@link AsTombstone}
     * @param servers the first brokers to ask, as {@code host:port,host:port}
     * @param topic the topic of methods that have none of their own
     * @param topics topics of methods, as {@code method=topic}
     * @param key the field whose text is the key, such as {@code order.symbol}; no key by default
     * @param partition the field that is the number of the partition, or that number; by default the key decides
     * @param time the field that is the time stamp, an {@code Instant} or a {@code long} of milliseconds; the time of
     *     sending by default
     * @param headers headers as {@code name=text}, where {@code {field}} stands for the text of a field
     * @param tombstones methods whose records have no value, so that they delete their keys; {@link AsTombstone}
     * @param format how values are written; {@link RecordFormat#JSON} by default
     * @param encoder a {@link RecordEncoder}, in place of a format
     * @param progressTopic the topic of positions, which is created if missing; {@link #PROGRESS_TOPIC} by default
     * @param otherJournals the ids of journals whose positions, under this gateway's name, belong to other data
     * @param batch how many calls are one transaction at most, 1 to 2,000; 1,000 by default
     * @param client a file of properties with settings of Kafka's producer, security for example
     * @param settings such settings as {@code name=value}, which win over the file
     * @throws KafkaServiceException where settings are missing or do not fit each other
     */
    public KafkaGateway(
            KafkaResults results,
            WireTypes types,
            List<Class<?>> calls,
            String servers,
            Optional<String> topic,
            List<String> topics,
            Optional<String> key,
            Optional<String> partition,
            Optional<String> time,
            List<String> headers,
            List<String> tombstones,
            Optional<RecordFormat> format,
            Optional<Class<?>> encoder,
            Optional<String> progressTopic,
            List<String> otherJournals,
            Optional<Integer> batch,
            Optional<Path> client,
            List<String> settings) {
        this.results = results;
        this.prepared = new TransactionRecords(publisher);
        this.client = ClientSettings.of(servers, client, settings, RESERVED);
        this.settings = new RecordSettings(
                topic,
                RecordSettings.pairs("topics", topics),
                key,
                partition,
                time,
                RecordSettings.pairs("headers", headers),
                Set.copyOf(tombstones),
                format.orElse(RecordFormat.JSON),
                encoder);
        this.records = new CallRecords(this.settings, types, calls);
        this.progressTopic = progressTopic.orElse(PROGRESS_TOPIC);
        this.otherJournals = Set.copyOf(otherJournals);
        this.maxRefusalBytes = Math.min(FULL_REFUSAL_BYTES, this.client.maxRequestBytes() / 4);
        this.batch = batch.orElse(DEFAULT_BATCH);
        if (this.batch < 1 || this.batch > MAX_BATCH) {
            throw new KafkaServiceException("a transaction has 1 to " + MAX_BATCH + " calls topic=" + topic.orElse("")
                    + " batch=" + this.batch);
        }
    }

    @Override
    public int batch() {
        return batch;
    }

    @Override
    public boolean needsOwnThread() {
        return true;
    }

    /**
     * {@inheritDoc}
     *
     * @throws KafkaServiceException where a topic does not exist, brokers refuse the gateway, or positions and journals
     *     are not of the same run
     */
    @Override
    public void open(GatewayContext itsContext) {
        close();
        ClientLogging.prepare();
        context = itsContext;
        String id = transactionalId(context.name());
        ProgressTopic positions = new ProgressTopic(progressTopic, client, id);
        try {
            topics = new TopicPartitions(TopicCheck.of(client, id));
            checkTopics();
            positions.create(topics.topics());
            if (hasClaimed) { // opened again: a run that has taken over meanwhile must not be fenced
                GatewayProgress.checkPublisher(context, positions.readUncommitted(), codec, publisher);
            }
            for (String former : context.formerNames()) {
                Transactions.init(client, transactionalId(former)).close();
            }
            transactions = Transactions.init(client, id);
            committer = Executors.newSingleThreadExecutor(Thread.ofPlatform()
                    .name("gateway-commit-" + context.name())
                    .daemon()
                    .factory());
            progress = new GatewayProgress(context, progressTopic, otherJournals);
            progress.read(positions.read(), codec);
            claim();
        } catch (KafkaException e) {
            RuntimeException failure = failed("the gateway cannot be opened servers=" + client.servers(), e);
            close();
            throw failure;
        }
    }

    /** Writes the name of this run to the position records, by which any other learns that it was taken over. */
    private void claim() {
        Map<String, StoredPosition> claimed = progress.claimed(publisher);
        transactions.commit(records(claimed), new TransactionRecords(publisher));
        progress.committed(claimed);
        hasClaimed = true;
    }

    private List<ProducerRecord<byte[], byte[]>> records(Map<String, StoredPosition> positions) {
        List<ProducerRecord<byte[], byte[]>> made = new ArrayList<>();
        positions.forEach((journalId, position) -> made.add(new ProducerRecord<>(
                progressTopic, 0, PositionCodec.key(context.identity(), journalId), codec.encode(position))));
        return made;
    }

    private String transactionalId(String gateway) {
        return transactionalId(gateway, context.outputId());
    }

    /** Returns the transactional id of a gateway, which is that of its outcomes, so that topologies do not share it. */
    static String transactionalId(String gateway, JournalId outcomes) {
        return "millrace-" + gateway + "-" + outcomes;
    }

    /** Checks that the topics of settings exist; those that refuse the gateway refuse its calls one by one. */
    private void checkTopics() {
        for (String name : records.topics()) {
            try {
                topics.count(name, 1);
            } catch (UnknownTopicOrPartitionException e) {
                throw new KafkaServiceException(
                        "a topic does not exist gateway=" + context.identity() + " topic=" + name + " servers="
                                + client.servers(),
                        e);
            } catch (KafkaException e) {
                if (!Failures.isOfTopic(e)) {
                    throw e;
                }
                refusedTopics.put(name, refused(name, e));
            }
        }
    }

    /** Returns the exception to throw for an error of a client: whether the same may pass later. */
    private RuntimeException failed(String what, Throwable error) {
        if (transactions != null) {
            return transactions.failed(what, error);
        }
        String text = what + " gateway=" + context.identity() + ": " + client.said(error);
        boolean mayPass = error instanceof ApiException || Failures.isOfName(error);
        return Failures.isOfSettings(error) || Failures.isOfTopic(error) || !mayPass
                ? new KafkaServiceException(text, client.cause(error))
                : new GatewayUnavailableException(text, client.cause(error));
    }

    @Override
    public void unknown(CallSchema call, BinaryInput arguments) {
        RequestKey request = new RequestKey(context.journalId().toString(), context.index());
        ProducerRecord<byte[], byte[]> record;
        try {
            record = records.record(call, arguments);
        } catch (InvalidCallException e) {
            refuse(request, "", e);
            return;
        }
        publish(request, record);
    }

    @Override
    public void record(KafkaRecord given) {
        RequestKey request = new RequestKey(context.journalId().toString(), context.index());
        ProducerRecord<byte[], byte[]> record;
        try {
            List<Header> headers = new ArrayList<>();
            if (given.headers() != null) {
                given.headers().forEach(each -> headers.add(new RecordHeader(each.name(), each.value())));
            }
            record = new ProducerRecord<>(
                    given.topic() == null ? settings.topic().orElse("") : given.topic(),
                    given.partition() < 0 ? null : given.partition(),
                    Optional.ofNullable(given.at()).map(Instant::toEpochMilli).orElse(null),
                    given.key(),
                    given.value(),
                    headers);
        } catch (RuntimeException e) { // Kafka's classes refuse what can be no record
            refuse(request, String.valueOf(given.topic()), new InvalidCallException("a record is invalid: " + e, e));
            return;
        }
        publish(request, record);
    }

    private void refuse(RequestKey request, String topic, InvalidCallException reason) {
        if (!answeredBefore(request, topic)) {
            answer(request, new KafkaRefusal(topic, INVALID_CALL, shown(reason.getMessage())));
        }
    }

    private void publish(RequestKey request, ProducerRecord<byte[], byte[]> record) {
        if (answeredBefore(request, record.topic())) {
            return;
        }
        KafkaRefusal refusal = impossible.get(request);
        if (refusal == null) {
            refusal = refusedTopic(record);
        }
        if (refusal != null) {
            answer(request, refusal);
            return;
        }
        connected();
        prepared.add(request, record);
        prepared.reach(request, context.checksum());
        results.published(record.topic());
    }

    /** Answers a call that was published or refused before this process began, or before brokers were away. */
    private boolean answeredBefore(RequestKey request, String topic) {
        connected();
        StoredPosition stored = progress.answered(request);
        if (stored == null) {
            return false;
        }
        if (stored.index() == request.index() && stored.checksum() != context.checksum()) {
            throw new KafkaServiceException("a position record is of another call; the journal is an older copy or"
                    + " another one gateway=" + context.identity() + " journal=" + request.journalId() + " index="
                    + Index.toText(request.index()));
        }
        stored.refusal(request.index()).ifPresentOrElse(this::refused, () -> results.published(topic));
        return true;
    }

    private void answer(RequestKey request, KafkaRefusal refusal) {
        prepared.refuse(request, context.checksum(), refusal);
        refused(refusal);
    }

    private void refused(KafkaRefusal refusal) {
        context.refused("topic=" + refusal.topic() + " error=" + refusal.error() + ": " + refusal.message());
        results.refused(refusal);
    }

    /** Returns why a topic takes no record, or not this one; null where it may. */
    private KafkaRefusal refusedTopic(ProducerRecord<byte[], byte[]> record) {
        String topic = record.topic();
        RefusedTopic refused = refusedTopics.get(topic);
        if (refused != null && System.nanoTime() - refused.untilNs() < 0) {
            return refused.refusal();
        }
        refusedTopics.remove(topic);
        int partition = record.partition() == null ? 0 : record.partition();
        try {
            int partitions = topics.count(topic, partition + 1);
            return partition < partitions
                    ? null
                    : new KafkaRefusal(
                            topic,
                            INVALID_CALL,
                            "the topic has no such partition partition=" + partition + " partitions=" + partitions);
        } catch (KafkaException e) {
            if (Failures.isOfTopic(e) || e instanceof UnknownTopicOrPartitionException) {
                refusedTopics.put(topic, refused(topic, e));
                return refusedTopics.get(topic).refusal();
            }
            throw failed("a topic cannot be looked up topic=" + topic, e);
        }
    }

    private RefusedTopic refused(String topic, Exception error) {
        KafkaRefusal refusal = new KafkaRefusal(topic, error.getClass().getSimpleName(), shown(client.said(error)));
        return new RefusedTopic(refusal, System.nanoTime() + REFUSED_TOPIC_NS);
    }

    /**
     * Notes which calls can never be published, and returns the exception that has the batch repeated without them, or
     * ends the run.
     *
     * @param error what the client has thrown; null where records have failed by themselves
     */
    private RuntimeException repeated(String what, Throwable error) {
        List<SendFailure> failures = connected().failures();
        for (SendFailure failure : failures) {
            if (Failures.isFenced(failure.error()) || Failures.isOfSettings(failure.error())) {
                return connected().failed(what, failure.error());
            }
        }
        Blame blame = Blame.of(failures);
        if (blame.position().isPresent()) {
            SendFailure position = blame.position().get();
            return new KafkaServiceException(
                    "the topic of positions refuses a position record gateway=" + context.identity() + " topic="
                            + progressTopic + ": " + client.said(position.error()),
                    client.cause(position.error()));
        }
        SendFailure found = null;
        for (SendFailure failure : blame.bad()) {
            RefusedTopic refused = refused(failure.topic(), failure.error());
            if (Failures.isOfTopic(failure.error())) {
                refusedTopics.put(failure.topic(), refused);
            }
            found = impossible.put(failure.request(), refused.refusal()) == null ? failure : found;
        }
        for (SendFailure failure : blame.suspects()) {
            found = suspects.add(failure.request()) ? failure : found;
        }
        if (found == null) {
            return connected()
                    .failed(
                            what,
                            failures.isEmpty() ? error : failures.getFirst().error());
        }
        awaitFailed();
        return new RequestsRefusedException("calls cannot be published; their batch is repeated without them gateway="
                + context.identity()
                + " found=" + impossible.size() + " journal=" + found.request().journalId() + " index="
                + Index.toText(found.request().index()) + " topic=" + found.topic() + ": "
                + client.said(found.error()));
    }

    /** Waits for the commits after the one that has failed; they do nothing. */
    private void awaitFailed() {
        for (Commit commit : commits) {
            try {
                commit.result().get();
            } catch (ExecutionException e) {
                LOGGER.log(Level.TRACE, "a commit has failed after the one before it", e);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    @Override
    public boolean isFull() {
        return prepared.bytes() >= FULL_BYTES
                || prepared.refusalBytes() >= maxRefusalBytes
                || (!suspects.isEmpty() && !prepared.isEmpty());
    }

    /**
     * {@inheritDoc}
     *
     * <p>Refusals are known from the newest position record alone, so their outcomes are published before there is a
     * newer one.
     */
    @Override
    public boolean commitsBeside() {
        return commits.isEmpty() || commits.getLast().records().refusesNothing();
    }

    @Override
    public void commit() {
        startCommit();
        awaitCommit();
    }

    @Override
    public void startCommit() {
        if (prepared.isEmpty()) {
            return; // everything was answered before
        }
        Transactions open = connected();
        List<ProducerRecord<byte[], byte[]>> positions = records(prepared.reached());
        TransactionRecords records = prepared;
        prepared = new TransactionRecords(publisher);
        commits.addLast(new Commit(records, committer.submit(() -> open.commit(positions, records))));
    }

    @Override
    public void awaitCommit() {
        Commit oldest = commits.peekFirst();
        if (oldest == null) {
            return;
        }
        try {
            oldest.result().get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case KafkaException failure -> throw repeated("a transaction could not be committed", failure);
                case RuntimeException failure -> throw failure;
                case Error failure -> throw failure;
                case Throwable failure -> throw new KafkaServiceException("a transaction failed", failure);
            }
        } catch (InterruptedException e) {
            throw repeated("a transaction could not be committed", new InterruptException(e));
        }
        progress.committed(oldest.records().reached());
        commits.removeFirst();
        impossible.keySet().removeIf(request -> progress.answered(request) != null);
        suspects.removeIf(request -> progress.answered(request) != null);
    }

    @Override
    public void rollback() {
        prepared = new TransactionRecords(publisher);
        if (transactions == null) {
            return;
        }
        if (commits.stream().anyMatch(commit -> !commit.result().isDone())) {
            close(); // the next request finds no producer, and the runtime opens one, which ends the transaction
            return;
        }
        commits.clear();
        try {
            transactions.abort();
        } catch (KafkaException | IllegalStateException e) { // the latter where a commit is undecided
            // The next request finds no producer, and the runtime opens one.
            LOGGER.log(Level.DEBUG, "a transaction was not aborted gateway=" + context.identity(), e);
            close();
        }
    }

    private Transactions connected() {
        if (transactions == null) {
            throw new GatewayUnavailableException("the producer was given up servers=" + client.servers());
        }
        return transactions;
    }

    private static String shown(String text) {
        return text.length() <= SHOWN_CHARACTERS ? text : text.substring(0, SHOWN_CHARACTERS) + "…";
    }

    @Override
    public void close() {
        prepared = new TransactionRecords(publisher);
        commits.clear();
        try (TopicPartitions _ = topics;
                ExecutorService _ = committer;
                Transactions _ = transactions) { // the last one first, which ends the commit that runs
            topics = null;
            committer = null;
            transactions = null;
            progress = null;
        }
    }
}
