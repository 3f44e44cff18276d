package io.millrace.journal;

/** The tasks of the background thread of a journal that is open for writing; {@link Housekeeper} runs them. */
record BackgroundTasks(
        SegmentPreparer preparer,
        ClaimReaper claims,
        Syncer syncer,
        Acknowledgements acknowledgements,
        SparseIndexer indexer,
        Retention retention,
        PageCacheEvictor evictor) {}
