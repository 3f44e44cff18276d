package io.millrace.prove;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls of {@link PortsProof} that are made again under their names and numbers, by the protocol itself. */
final class PortsRepeats implements AutoCloseable, WebSocket.Listener {

    private static final int AT_A_TIME = 12;
    private static final long LIMIT_SECONDS = 60;
    private static final Pattern ANSWER = Pattern.compile("\"answered\":([0-9]+),\"(result|error)\":\"?(.*?)\"?\\}");

    private final HttpClient http = HttpClient.newHttpClient();
    private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();
    private final WebSocket socket;

    private PortsRepeats(int port) {
        socket = http.newWebSocketBuilder()
                .header("Origin", "http://127.0.0.1:" + port)
                .connectTimeout(Duration.ofSeconds(LIMIT_SECONDS))
                .buildAsync(URI.create("ws://127.0.0.1:" + port + "/clients"), this)
                .join();
    }

    /**
     * Makes some calls of each client again.
     *
     * @return how many there were
     * @throws ProofException where an answer is not the recorded one
     */
    static int check(int port, PortsOutcome outcome, SplittableRandom random) throws IOException, InterruptedException {
        int count = 0;
        for (Map.Entry<String, Map<Long, String>> client : outcome.answers().entrySet()) {
            try (PortsRepeats repeats = new PortsRepeats(port)) {
                count += repeats.check(client.getKey(), client.getValue(), random);
            }
        }
        return count;
    }

    private int check(String client, Map<Long, String> answers, SplittableRandom random) throws InterruptedException {
        send("{\"request\":\"hello\",\"client\":\"" + client + "\"}");
        String welcome = next();
        if (!welcome.contains("\"client\":\"" + client + "\"")) {
            throw new ProofException("a client is not known any more client=" + client + " text=" + welcome);
        }
        List<Long> numbers = new ArrayList<>(answers.keySet());
        for (int i = 0; i < AT_A_TIME; i++) {
            long number = numbers.get(random.nextInt(numbers.size()));
            // With an amount that the client has never given: it must not be carried out.
            send("{\"request\":\"call\",\"channel\":\"" + PortsPlan.CALLS + "\",\"number\":" + number
                    + ",\"method\":\"add\",\"arguments\":{\"caller\":\"other\",\"amount\":1000000}}");
            Matcher answer = ANSWER.matcher("");
            String text = "";
            while (!answer.find()) {
                text = next();
                answer = ANSWER.matcher(text);
            }
            if (Long.parseLong(answer.group(1)) != number || !answer.group(3).equals(answers.get(number))) {
                throw new ProofException("a repeat has not got the recorded answer client=" + client + " number="
                        + number + " recorded=" + answers.get(number) + " text=" + text);
            }
        }
        return AT_A_TIME;
    }

    private void send(String request) {
        socket.sendText(request, true).join();
    }

    private String next() throws InterruptedException {
        String next = texts.poll(LIMIT_SECONDS, TimeUnit.SECONDS);
        if (next == null) {
            throw new ProofException("a repeat gets no answer");
        }
        return next;
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
        text.append(part);
        if (isLast) {
            texts.add(text.toString());
            text.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public void close() {
        socket.abort();
        http.shutdownNow();
    }
}
