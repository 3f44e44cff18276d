package io.millrace.map;

import java.nio.file.Path;
import java.util.function.Consumer;

/** Reads the changes of a map as {@link MapFollower} does, as YAML and without classes. One thread at a time. */
public final class YamlFollower implements AutoCloseable {

    private final ChangeLog log;
    private final CallTexts texts;

    YamlFollower(Path directory, ChangeLog log) {
        this.log = log;
        this.texts = new CallTexts(directory);
    }

    /**
     * Passes on the next change, or those of the next batch, as calls of {@code put} and {@code removed} in YAML, which
     * end with a line break.
     *
     * @return how many changes were passed on; 0 if there is none now
     * @throws MapException if compaction has removed the next changes
     */
    public int poll(Consumer<String> documents) {
        return log.poll((form, read) -> documents.accept(texts.of(form, read.limited(), read.index())));
    }

    /** Returns the index after which a new follower continues. */
    public long index() {
        return log.index();
    }

    /** Releases the files. May be called again. */
    @Override
    public void close() {
        log.close();
    }
}
