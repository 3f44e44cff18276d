package io.millrace.prove;

import io.millrace.journal.Journal;
import io.millrace.journal.JournalException;
import io.millrace.map.MapChanges;
import io.millrace.map.MapException;
import io.millrace.map.MapFollower;
import io.millrace.map.MapOptions;
import io.millrace.map.PersistentMap;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads a map and follows its changes while another process makes them, is killed, and the next one continues: what it
 * holds at each moment is what it held after some number of changes, no fewer than had returned before and than it had
 * shown. Used by one thread.
 */
final class MapWatch implements AutoCloseable {

    private static final String FORGOTTEN = "compaction has removed changes";

    private final Path directory;
    private final MapOptions options;
    private final MapModel read;
    private final MapOperations operations;
    private MapModel followed;
    private Map<String, String> following = new HashMap<>();
    private PersistentMap<String, String> map;
    private MapFollower<String, String> follower;
    private long looks;

    MapWatch(Path directory, MapOptions options, MapOperations operations) {
        this.directory = directory;
        this.options = options;
        this.operations = operations;
        this.read = new MapModel(operations);
        this.followed = new MapModel(operations);
    }

    /** Returns how often it has compared the map with the model. */
    long looks() {
        return looks;
    }

    /**
     * Compares the map with the model.
     *
     * @param least how many changes have returned before
     * @param most how many changes there may be
     */
    void look(long least, long most) {
        if (map == null && !open(least)) {
            return;
        }
        read.reach(MapModel.contents(map), least, most, "reader");
        looks++;
        if (follower == null) {
            begin(most);
        }
        follow(least, most);
    }

    /** Opens the map, and returns whether it is there; it must be once a change has returned. */
    private boolean open(long least) {
        try {
            if (Journal.exists(directory)) {
                map = PersistentMap.openReadOnly(directory, String.class, String.class, options);
                return true;
            }
        } catch (JournalException | MapException e) {
            if (least > 0) {
                throw e;
            }
        }
        if (least > 0) {
            throw new ProofException("a map is not there after changes have returned changes=" + least);
        }
        return false;
    }

    /** Follows from a snapshot on. */
    private void begin(long most) {
        following = new HashMap<>();
        followed = new MapModel(operations);
        try (var snapshot = map.snapshot()) {
            snapshot.forEach(entry -> following.put(entry.getKey(), entry.getValue()));
            follower = map.follow(snapshot.lastIndex());
        }
        followed.reach(following, read.changes(), most, "snapshot of a follower");
    }

    private void follow(long least, long most) {
        MapChanges<String, String> changes = new MapChanges<>() {
            @Override
            public void put(String key, String value) {
                following.put(key, value);
            }

            @Override
            public void removed(String key) {
                following.remove(key);
            }
        };
        try {
            while (follower.poll(changes) > 0) {
                followed.reach(following, followed.changes(), most, "follower");
            }
            followed.reach(following, Math.max(least, followed.changes()), most, "follower at the end");
        } catch (MapException e) {
            if (!e.getMessage().startsWith(FORGOTTEN)) {
                throw e;
            }
            follower.close(); // it was too slow: begins again with a snapshot
            follower = null;
        }
    }

    @Override
    public void close() {
        if (follower != null) {
            follower.close();
        }
        if (map != null) {
            map.close();
        }
    }
}
