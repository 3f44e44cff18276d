package io.millrace.prove;

import io.millrace.map.MapBatch;
import io.millrace.map.PersistentMap;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * The changes of several writers of one map: what the change of a number of a writer does follows from the seed. Each
 * value that is put begins with the writer and the number, its tag, so that the log says what each change has done.
 * Immutable.
 */
final class SharingOperations {

    /** The outcome of a change that has not returned. */
    static final long UNKNOWN = 0;

    /** The outcome of a change whose condition did not hold. */
    static final long NO = 1;

    /** The outcome of a change that was made. */
    static final long YES = 2;

    private static final int KEYS = 40;
    private static final int LONGEST_FILLER = 300;
    private static final int MOST_CHANGES = 6;
    private static final int LARGE_ONE_IN = 20;
    private static final int LARGE_BATCH = 60;
    private static final String NONE = "none";

    private static final List<Kind> KINDS = List.of(
            Kind.PUT,
            Kind.PUT,
            Kind.PUT,
            Kind.PUT_IF_ABSENT,
            Kind.PUT_IF_ABSENT,
            Kind.REPLACE,
            Kind.REMOVE,
            Kind.REMOVE,
            Kind.COMPUTE,
            Kind.COMPUTE,
            Kind.COMPUTE,
            Kind.BATCH);

    private final long seed;

    /** What a change does. */
    enum Kind {
        PUT,
        PUT_IF_ABSENT,
        REPLACE,
        REMOVE,
        COMPUTE,
        BATCH
    }

    /**
     * A put, or a removal, whose value is null.
     *
     * @param key the key
     * @param value the value
     */
    record Change(String key, String value) {}

    SharingOperations(long seed) {
        this.seed = seed;
    }

    private SplittableRandom random(int writer, long number) {
        return new SplittableRandom((seed * 31 + writer) * 1_000_003 + number);
    }

    private static Kind kind(SplittableRandom random) {
        return KINDS.get(random.nextInt(KINDS.size()));
    }

    Kind kind(int writer, long number) {
        return kind(random(writer, number));
    }

    private static String key(SplittableRandom random) {
        int number = random.nextInt(KEYS);
        return "key".repeat(number % 7) + number;
    }

    private static String tag(int writer, long number) {
        return writer + ":" + number;
    }

    private static String value(SplittableRandom random, String begin) {
        return begin + "=" + "v".repeat(random.nextInt(LONGEST_FILLER));
    }

    /** Returns the tag of a value. */
    static String tagOf(String value) {
        if (value == null) {
            return NONE;
        }
        int sum = value.indexOf('+');
        int end = value.indexOf('=');
        return value.substring(0, sum >= 0 && sum < end ? sum : end);
    }

    /** Returns the tag of the value that a change of kind {@code COMPUTE} has found. */
    static String foundBy(String value) {
        return value.substring(value.indexOf('+') + 1, value.indexOf('='));
    }

    /** Returns the outcome of a change of kind {@code COMPUTE}. */
    static long outcome(String found) {
        return YES + 1 + (found.hashCode() & 0xffff_ffffL);
    }

    /** Returns the key of a change of one key. */
    String key(int writer, long number) {
        SplittableRandom random = random(writer, number);
        kind(random);
        return key(random);
    }

    /** Returns the changes of a batch; the first is a put, and a few batches are large. */
    List<Change> batch(int writer, long number) {
        SplittableRandom random = random(writer, number);
        kind(random);
        int count = random.nextInt(LARGE_ONE_IN) == 0 ? LARGE_BATCH : 2 + random.nextInt(MOST_CHANGES - 1);
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String key = key(random);
            boolean removes = i > 0 && random.nextInt(4) == 0;
            changes.add(new Change(key, removes ? null : value(random, tag(writer, number))));
        }
        return changes;
    }

    /** Makes the change of a number in a map, and returns its outcome. */
    long make(PersistentMap<String, String> map, int writer, long number) {
        SplittableRandom random = random(writer, number);
        Kind kind = kind(random);
        String tag = tag(writer, number);
        return switch (kind) {
            case PUT -> {
                map.put(key(random), value(random, tag));
                yield YES;
            }
            case PUT_IF_ABSENT -> map.putIfAbsent(key(random), value(random, tag)) ? YES : NO;
            case REPLACE -> map.replace(key(random), value(random, tag)) ? YES : NO;
            case REMOVE -> map.remove(key(random)) ? YES : NO;
            case COMPUTE -> {
                String key = key(random);
                String end = value(random, "");
                yield outcome(foundBy(map.compute(key, (_, old) -> tag + "+" + tagOf(old) + end)));
            }
            case BATCH -> {
                MapBatch<String, String> batch = map.batch();
                for (Change change : batch(writer, number)) {
                    if (change.value() == null) {
                        batch.remove(change.key());
                    } else {
                        batch.put(change.key(), change.value());
                    }
                }
                batch.commit();
                yield YES;
            }
        };
    }
}
