/** Servers for clients as targets of the load command: calls are appended over WebSocket. */
module io.millrace.load.ws {
    requires io.millrace.client;
    requires io.millrace.load;

    provides io.millrace.load.TargetProvider with
            io.millrace.load.ws.WsTargetProvider;
}
