package io.millrace.server;

/**
 * Answers requests of one route. Called by several threads of the server at a time; it may wait briefly, for a disk for
 * example. What it throws is answered with status 500 and reported to the {@link WebErrorHandler}; a {@link
 * RefusedException} is answered with its own status and not reported.
 */
@FunctionalInterface
public interface WebHandler {

    /**
     * Answers a request.
     *
     * @param request the request, with its body
     * @return the response
     * @throws Exception any; see above
     */
    WebResponse handle(WebRequest request) throws Exception;
}
