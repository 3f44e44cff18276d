package io.millrace.harness;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * The program of a server's process: {@code ServerMain CLASS DIRECTORY [ARGUMENT...]}. It prints the port, and for each
 * line that it reads the bytes that its threads have allocated and how many threads there are. It ends when its input
 * does, as it also does when its parent is gone.
 */
public final class ServerMain {

    private static final int FIRST_ARGUMENT = 2;

    private ServerMain() {}

    /**
     * Runs a server.
     *
     * @param args its class, its directory, its arguments
     * @throws Exception the exception of the server
     */
    public static void main(String[] args) throws Exception {
        PrintStream parent = System.out;
        System.setOut(System.err);
        Server server = Class.forName(args[0])
                .asSubclass(Server.class)
                .getDeclaredConstructor()
                .newInstance();
        int port = server.start(Path.of(args[1]), List.of(args).subList(FIRST_ARGUMENT, args.length));
        say(parent, Integer.toString(port));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        BufferedReader asked = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        while (asked.readLine() != null) {
            say(parent, threads.getTotalThreadAllocatedBytes() + " " + threads.getThreadCount());
        }
        System.exit(0);
    }

    private static void say(PrintStream parent, String line) {
        parent.println(line);
        parent.flush();
    }
}
