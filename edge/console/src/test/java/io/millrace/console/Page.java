package io.millrace.console;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a page does: asks for data, and receives and confirms states. JSON becomes maps, lists, numbers and texts. */
final class Page implements AutoCloseable {

    private static final JsonFactory JSON = new JsonFactory();

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI uri;
    private final List<Session> sessions = new ArrayList<>();

    Page(URI uri) {
        this.uri = uri;
    }

    /** An answer: its status and its body, which is an object. */
    record Answer(int status, String body) {
        Map<String, Object> json() {
            return object(body);
        }
    }

    Answer get(String path, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri.resolve(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    Answer post(String path, String body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri.resolve(path)).POST(HttpRequest.BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    /** Returns the number of bytes of an answer, which is a file. */
    long size(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(uri.resolve(path)).build();
        HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        String disposition =
                response.headers().firstValue("Content-Disposition").orElse("none");
        if (!disposition.matches("attachment; filename=\"[A-Za-z0-9._-]+\\.(bin|yaml|json)\"")) {
            throw new AssertionError("not a file: " + disposition);
        }
        return response.body().length;
    }

    /** Enters with a token, and returns the cookie that stands for it. */
    String cookie(String token) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(uri.resolve("/?token=" + token)).build();
        return http.send(request, HttpResponse.BodyHandlers.discarding())
                .headers()
                .firstValue("Set-Cookie")
                .orElseThrow()
                .replaceFirst(";.*", "");
    }

    private Answer send(HttpRequest request) {
        try {
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            return new Answer(response.statusCode(), response.body());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the data of a path that exists. */
    Map<String, Object> data(String path, String... headers) {
        Answer answer = get(path, headers);
        if (answer.status() != 200) {
            throw new AssertionError("status=" + answer.status() + " body=" + answer.body() + " path=" + path);
        }
        return answer.json();
    }

    Session open() {
        Session session = new Session();
        sessions.add(session);
        session.socket = http.newWebSocketBuilder()
                .header("Origin", "http://" + uri.getAuthority())
                .buildAsync(URI.create("ws://" + uri.getAuthority() + "/live"), session)
                .join();
        return session;
    }

    @Override
    public void close() {
        sessions.forEach(session -> session.socket.abort());
        http.shutdownNow(); // which does not wait for sessions that are open
        http.close();
    }

    /** An open page. */
    static final class Session implements WebSocket.Listener {
        private final BlockingQueue<String> texts = new LinkedBlockingQueue<>();
        private final StringBuilder parts = new StringBuilder();
        private WebSocket socket;

        @Override
        public CompletionStage<?> onText(WebSocket webSocket, CharSequence data, boolean last) {
            parts.append(data);
            if (last) {
                texts.add(parts.toString());
                parts.setLength(0);
            }
            webSocket.request(1);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket webSocket, int code, String reason) {
            texts.add("closed " + code + " " + reason);
            return null;
        }

        void send(String text) {
            socket.sendText(text, true).join();
        }

        /** Returns the next state as text, without confirming it. */
        String text() throws InterruptedException {
            String text = texts.poll(60, TimeUnit.SECONDS);
            if (text == null) {
                throw new AssertionError("no state came");
            }
            return text;
        }

        /** Returns whether a state has come that was not read. */
        boolean hasText() {
            return !texts.isEmpty();
        }

        /** Returns the next state and confirms it. */
        Map<String, Object> next() throws InterruptedException {
            Map<String, Object> state = object(text());
            send("{\"confirm\":" + state.get("seq") + "}");
            return state;
        }
    }

    static Map<String, Object> object(String text) {
        try (JsonParser json = JSON.createParser(text)) {
            json.nextToken();
            @SuppressWarnings("unchecked") // an object is a map
            Map<String, Object> value = (Map<String, Object>) value(json);
            return value;
        } catch (IOException e) {
            throw new UncheckedIOException("no JSON: " + text, e);
        }
    }

    private static Object value(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> map = new LinkedHashMap<>();
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String name = json.currentName();
                    json.nextToken();
                    map.put(name, value(json));
                }
                yield map;
            }
            case START_ARRAY -> {
                List<Object> list = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(json));
                }
                yield list;
            }
            case VALUE_STRING -> json.getText();
            case VALUE_NUMBER_INT -> json.getLongValue();
            case VALUE_NUMBER_FLOAT -> json.getDoubleValue();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            default -> null;
        };
    }

    /** Returns a value inside maps. */
    static Object at(Map<String, Object> map, String... path) {
        Object value = map;
        for (String key : path) {
            value = value == null ? null : ((Map<?, ?>) value).get(key);
        }
        return value;
    }

    /** Returns the objects of an array. */
    @SuppressWarnings("unchecked") // the array has objects
    static List<Map<String, Object>> list(Map<String, Object> map, String... path) {
        return (List<Map<String, Object>>) at(map, path);
    }
}
