/** Servers of HTTP/1.1 and HTTP/2 as targets of the load command. */
module io.millrace.load.http {
    requires io.millrace.load;
    requires java.net.http;

    provides io.millrace.load.TargetProvider with
            io.millrace.load.http.HttpTargetProvider;
}
