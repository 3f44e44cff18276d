package io.millrace.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.handler.ErrorHandler;
import org.eclipse.jetty.util.Callback;

/** Answers what the HTTP parser refuses, as JSON and without words about the server's insides. */
final class ErrorPages extends ErrorHandler {

    @Override
    public boolean handle(Request request, Response response, Callback callback) {
        int status = response.getStatus();
        byte[] body =
                ("{\"error\":" + JsonText.quoted(HttpStatus.getMessage(status)) + "}").getBytes(StandardCharsets.UTF_8);
        response.getHeaders().put("Cache-Control", Cache.NO_STORE.header());
        response.getHeaders().put(HttpHeader.CONTENT_TYPE, WebResponse.JSON);
        ServerHandler.protect(response.getHeaders());
        response.write(true, ByteBuffer.wrap(body), callback);
        return true;
    }
}
