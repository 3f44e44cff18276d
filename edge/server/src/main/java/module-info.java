/** A web server for pages and clients of this project: HTTP requests, files, and WebSocket sessions with limits. */
module io.millrace.server {
    requires org.eclipse.jetty.websocket.core.server;
    requires org.slf4j;

    exports io.millrace.server;

    uses org.slf4j.spi.SLF4JServiceProvider;
}
