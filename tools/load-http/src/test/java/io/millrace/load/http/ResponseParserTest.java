package io.millrace.load.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ResponseParserTest {
    private static final String OK = "HTTP/1.1 200 OK\r\n";

    private final ResponseParser parser = new ResponseParser();

    private static byte[] bytes(String text) {
        return text.replace("|", "\r\n").getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Takes an answer in three pieces, and checks that nothing of what follows it is taken. */
    private void accept(byte[] answer, int first, int second) throws ProtocolException {
        byte[] more = Arrays.copyOf(answer, answer.length + 1);
        int at = 0;
        for (int end : new int[] {first, second}) {
            at = parser.accept(more, at, end);
            assertEquals(end, at);
            assertTrue(end == answer.length || !parser.isComplete(), () -> "end=" + end);
        }
        assertEquals(answer.length, parser.accept(more, at, more.length));
        assertTrue(parser.isComplete());
    }

    /** The status, whether the connection is kept, and the answer with a bar for the end of a line. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "200~ true~ HTTP/1.1 200 OK|Content-Length: 5||hello",
                "200~ true~ HTTP/1.1 200 OK|content-LENGTH:5||hello",
                "200~ true~ HTTP/1.1 200|Content-Length: 0||",
                "404~ true~ HTTP/1.1 404 |Content-Length: 3, 3|Content-Length: \t3 ||abc",
                "200~ true~ HTTP/1.1 200 OK|Transfer-Encoding: chunked||5|hello|10;x=y|0123456789abcdef|0||",
                "200~ true~ HTTP/1.1 200 OK|Transfer-Encoding: gzip, Chunked||A |0123456789|000|Trailer: x||",
                "200~ true~ HTTP/1.1 200 OK|A: b| c:|\td|Content-Length: 1||a",
                "200~ false~ HTTP/1.1 200 OK|Connection: x,| close|Content-Length: 1||a",
                "200~ true~ HTTP/1.1 200 OK|Transfer-Encoding: chunked||1|a|0|Trailer: x| y||",
                "204~ true~ HTTP/1.1 204 No Content||",
                "304~ true~ HTTP/1.1 304 Not Modified|Content-Length: 100||",
                "200~ false~ HTTP/1.1 200 OK|Connection: x, Close|Content-Length: 1||a",
                "200~ false~ HTTP/1.0 200 OK|Content-Length: 1||a",
                "200~ true~ HTTP/1.0 200 OK|Connection: keep-alive|Content-Length: 1||a",
                "200~ true~ HTTP/1.1 100 Continue||HTTP/1.1 103 Early|Link: a||HTTP/1.1 200 OK|Content-Length: 1||a",
                "599~ true~ HTTP/1.1 599 Wéird|X: é|Content-Length: 0||",
            })
    void anAnswerHasItsEndHoweverItIsCut(int status, boolean keeps, String text) throws Exception {
        byte[] answer = bytes(text);
        for (int first = 0; first <= answer.length; first++) {
            for (int second = first; second <= answer.length; second++) {
                parser.begin("GET");
                accept(answer, first, second);
                assertEquals(status, parser.status());
                assertEquals(keeps, parser.keepsConnection());
            }
        }
    }

    @Test
    void linesMayEndWithoutACarriageReturn() throws Exception {
        parser.begin("GET");
        byte[] answer = "HTTP/1.1 200 OK\nContent-Length: 1\n\na".getBytes(StandardCharsets.ISO_8859_1);
        assertEquals(answer.length, parser.accept(answer, 0, answer.length));
        assertTrue(parser.isComplete());
    }

    @Test
    void anAnswerToHeadHasNoBody() throws Exception {
        byte[] answer = bytes(OK + "Content-Length: 100||");
        parser.begin("HEAD");
        accept(answer, 3, 20);
        parser.begin("GET");
        parser.accept(answer, 0, answer.length);
        assertFalse(parser.isComplete());
    }

    @Test
    void aBodyWithoutAnEndEndsWithTheConnection() throws Exception {
        byte[] answer = bytes(OK + "|hello");
        parser.begin("GET");
        parser.accept(answer, 0, answer.length);
        assertFalse(parser.isComplete());
        parser.endOfConnection();
        assertTrue(parser.isComplete());
        assertFalse(parser.keepsConnection());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "HTTP/1.1 200",
                "HTTP/1.1 200 OK|Content-Length: 2||a",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||2|a",
                "HTTP/1.1 200 OK|Transfer-Encoding: chunked||1|a|0|",
            })
    void aConnectionThatEndsWithinAnAnswerIsAnError(String text) throws Exception {
        byte[] answer = bytes(text);
        parser.begin("GET");
        parser.accept(answer, 0, answer.length);
        assertFalse(parser.isComplete());
        assertThrows(ProtocolException.class, parser::endOfConnection);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            value = {
                "answer has no status line line=~ |",
                "answer has no status line line=hello~ hello|",
                "answer has no status line line=HTTP/2.0 200 OK~ HTTP/2.0 200 OK|",
                "answer has no status line line=HTTP/1.1 20 OK~ HTTP/1.1 20 OK|",
                "answer has no status line line=HTTP/1.1 2000~ HTTP/1.1 2000|",
                "answer has no status line line=HTTP/1.1 099 no~ HTTP/1.1 099 no|",
                "answer changes the protocol unasked line=HTTP/1.1 101 ?~ HTTP/1.1 101 é|",
                "answer has no header in a line line=Name~ HTTP/1.1 200 OK|Name|",
                "answer has no header in a line line=A : b~ HTTP/1.1 200 OK|A : b|",
                "answer has no header in a line line=: b~ HTTP/1.1 200 OK|: b|",
                "answer has no header in a line line= folded~ HTTP/1.1 200 OK| folded|",
                "answer continues its length in a further line line= 1~ HTTP/1.1 200 OK|Content-Length: 1| 1|",
                "answer continues its length in a further line line= chunked~"
                        + "HTTP/1.1 200 OK|Transfer-Encoding:| chunked|",
                "answer has a control character in a line line=A: ?b~ HTTP/1.1 200 OK|A: \u0001b|",
                "answer has no number as its length line=Content-Length: -1~ HTTP/1.1 200 OK|Content-Length: -1|",
                "answer has no number as its length line=Content-Length: ~ HTTP/1.1 200 OK|Content-Length: |",
                "answer has no number as its length line=Content-Length: 1x~ HTTP/1.1 200 OK|Content-Length: 1x|",
                "answer has two lengths line=Content-Length: 2~ HTTP/1.1 200 OK|Content-Length: 1|Content-Length: 2|",
                "response has a length and a transfer encoding~"
                        + "HTTP/1.1 200 OK|Content-Length: 1|Transfer-Encoding: chunked||",
                "answer is encoded after it was cut into chunks line=Transfer-Encoding: chunked, gzip~"
                        + "HTTP/1.1 200 OK|Transfer-Encoding: chunked, gzip|",
                "answer has no size of a chunk in a line line=x~ HTTP/1.1 200 OK|Transfer-Encoding: chunked||x|",
                "answer has no size of a chunk in a line line=1 x~ HTTP/1.1 200 OK|Transfer-Encoding: chunked||1 x|",
                "answer has too large a chunk line=1000000000000000~"
                        + "HTTP/1.1 200 OK|Transfer-Encoding: chunked||1000000000000000|",
                "answer has more in a chunk than its size line=b~ HTTP/1.1 200 OK|Transfer-Encoding: chunked||1|ab|",
            })
    void whatIsNoAnswerIsNamed(String message, String text) {
        byte[] answer = bytes(text);
        for (int cut = 0; cut < answer.length; cut++) {
            int first = cut;
            parser.begin("GET");
            String said = assertThrows(ProtocolException.class, () -> {
                        parser.accept(answer, 0, first);
                        parser.accept(answer, first, answer.length);
                    })
                    .getMessage();
            assertEquals(message.strip(), said.strip());
        }
    }

    @Test
    void linesHeadsAndTrailersAreBounded() {
        parser.begin("GET");
        byte[] line = "x".repeat(20_000).getBytes(StandardCharsets.ISO_8859_1);
        assertEquals(
                "response line is too long limit=16384",
                assertThrows(ProtocolException.class, () -> parser.accept(line, 0, line.length))
                        .getMessage());
        for (String start : new String[] {
            OK, "HTTP/1.1 100 Continue||", OK + "Transfer-Encoding: chunked||0|",
        }) {
            byte[] head = bytes(start);
            byte[] again = bytes(start.startsWith("HTTP/1.1 100") ? start : "A: b|");
            parser.begin("GET");
            String said = assertThrows(ProtocolException.class, () -> {
                        parser.accept(head, 0, head.length);
                        for (int i = 0; i < 20_000; i++) {
                            parser.accept(again, 0, again.length);
                        }
                    })
                    .getMessage();
            assertEquals("response head is too long limit=65536", said);
        }
    }

    @Test
    void aBodyOfManyChunksIsNotBounded() throws Exception {
        byte[] head = bytes(OK + "Transfer-Encoding: chunked||");
        byte[] chunk = bytes("1|a|");
        parser.begin("GET");
        parser.accept(head, 0, head.length);
        for (int i = 0; i < 100_000; i++) {
            parser.accept(chunk, 0, chunk.length);
        }
        byte[] end = bytes("0||");
        assertEquals(end.length, parser.accept(end, 0, end.length));
        assertTrue(parser.isComplete());
    }
}
