package io.millrace.fix.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.millrace.fix.FixDictionary;
import io.millrace.memory.Memory;
import io.millrace.service.ServiceException;
import io.millrace.text.NearestName;
import io.millrace.topology.YamlFields;
import io.millrace.wire.Wire;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The processor in the compilation of an application. */
class FixMessagesProcessorTest {

    @TempDir
    private Path directory;

    private final StringWriter output = new StringWriter();

    private int compile(Path messages) throws Exception {
        Path source = directory.resolve("Use.java");
        Files.writeString(source, """
                package demo;
                class Use implements Orders {
                    @Override
                    public void newOrderSingle(NewOrderSingle order) {
                        System.out.println(order.side == Side.BUY ? order.price : order.clOrdId);
                    }
                }
                """);
        String path = path();
        PrintWriter writer = new PrintWriter(output);
        List<String> arguments = List.of(
                "-d",
                directory.toString(),
                "-cp",
                path,
                "-processorpath",
                path,
                "-parameters",
                "-Xlint:all,-processing,-path",
                "-Werror",
                "-Amillrace.fix=" + messages,
                source.toString());
        return ToolProvider.findFirst("javac").orElseThrow().run(writer, writer, arguments.toArray(String[]::new));
    }

    private static String path() {
        return Stream.of(
                        FixCodegen.class,
                        FixDictionary.class,
                        YamlFields.class,
                        ServiceException.class,
                        NearestName.class,
                        Wire.class,
                        Memory.class,
                        org.snakeyaml.engine.v2.api.Load.class,
                        com.fasterxml.jackson.core.JsonFactory.class)
                .map(FixMessagesProcessorTest::location)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static String location(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anApplicationIsCompiledWithTheClassesOfItsMessages() throws Exception {
        Inputs inputs = Inputs.in(directory);
        Path messages = inputs.write("messages.yaml", """
                package: demo
                dictionaries: {main: {file: FIX44.xml}}
                messages:
                  NewOrderSingle:
                    fields: {ClOrdID: , Side: , Price: {decimals: 4}}
                interfaces: {Orders: {messages: NewOrderSingle}}
                """);
        assertEquals(0, compile(messages), output::toString);
        assertTrue(Files.exists(directory.resolve("demo/NewOrderSingle.class")));
    }

    @Test
    void whatIsWrongInTheFileIsAnErrorOfTheCompiler() throws Exception {
        Path messages = Inputs.in(directory).write("messages.yaml", "package: demo\nmessages: {}\n");
        assertEquals(1, compile(messages));
        assertTrue(
                output.toString().contains("messages.yaml:1:1: the file of messages names no dictionary"),
                output::toString);
    }
}
