package io.millrace.browser;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * The memory of a page that stays open while ten channels are written, in a browser of its own. It is measured in the
 * background, so that other tests may run meanwhile.
 */
final class HeapWatch implements AutoCloseable {

    private static final int WARM_UP_SECONDS = 12;
    private static final int SAMPLES = 10;

    private final ExecutorService executor = Executors.newSingleThreadExecutor();
    private final Plant plant;
    private final Browser browser;
    private final Future<Measured> measured;

    private HeapWatch(Plant plant, Browser browser, int seconds) {
        this.plant = plant;
        this.browser = browser;
        this.measured = executor.submit(() -> measure(seconds));
    }

    /**
     * What was measured.
     *
     * @param heapBytes the heap of the page after collections of garbage, at equal distances
     * @param nodes the elements of the page at the end
     * @param messages the number of messages that the page says at the end
     * @param connection the state of its connection at the end
     * @param errors what the console of the browser says
     */
    record Measured(List<Long> heapBytes, long nodes, String messages, String connection, List<String> errors) {

        long growthBytes() {
            return heapBytes.getLast() - heapBytes.getFirst();
        }
    }

    /** Starts ten sources of {@code rate} items a second each and a page that is open for so many seconds. */
    static HeapWatch start(Path directory, int rate, int seconds) throws Exception {
        Plant plant = Plant.start(Files.createDirectory(directory.resolve("heap")), "ten-channels.yaml", rate);
        try {
            return new HeapWatch(plant, Browser.start(directory.resolve("heap-profile")), seconds);
        } catch (RuntimeException e) {
            plant.close();
            throw e;
        }
    }

    private Measured measure(int seconds) throws InterruptedException {
        browser.open(plant.address());
        TimeUnit.SECONDS.sleep(WARM_UP_SECONDS);
        List<Long> heap = new ArrayList<>();
        heap.add(heapBytes());
        for (int i = 0; i < SAMPLES; i++) {
            TimeUnit.MILLISECONDS.sleep(TimeUnit.SECONDS.toMillis(seconds - WARM_UP_SECONDS) / SAMPLES);
            heap.add(heapBytes());
        }
        // A server that was not given the processor for seconds has lost the page, which connects again.
        browser.await("the connection", () -> browser.text("#connection").equals("Live"));
        long nodes = ((Number) browser.script("return document.getElementsByTagName('*').length")).longValue();
        String messages = browser.text(".tiles .tile:nth-child(2) .tile-value");
        return new Measured(heap, nodes, messages, browser.text("#connection"), browser.consoleErrors());
    }

    private long heapBytes() {
        return ((Number) browser.script("gc(); return performance.memory.usedJSHeapSize")).longValue();
    }

    Measured await() throws Exception {
        return measured.get();
    }

    @Override
    public void close() {
        executor.shutdownNow();
        browser.close();
        plant.close();
        executor.close();
    }
}
