package io.millrace.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The arguments of the process as UTF-8. Where no locale is set, as in many containers, Java reads them as ASCII and
 * puts a replacement character for every other byte; Linux still has the bytes.
 */
final class ProgramArguments {
    private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");
    private static final char REPLACEMENT = '\uFFFD';

    private ProgramArguments() {}

    /**
     * Returns the arguments as they were given.
     *
     * @throws InputException if one has replacement characters and its bytes are unknown
     */
    static String[] decoded(String... arguments) {
        for (String argument : arguments) {
            if (argument.indexOf(REPLACEMENT) >= 0) {
                return decode(commandLine(), arguments);
            }
        }
        return arguments;
    }

    private static byte[] commandLine() {
        try {
            return Files.readAllBytes(COMMAND_LINE);
        } catch (IOException e) {
            return new byte[0];
        }
    }

    /** Takes the arguments from the end of a command line whose parts end with a zero byte each. */
    static String[] decode(byte[] commandLine, String... arguments) {
        List<byte[]> parts = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < commandLine.length; i++) {
            if (commandLine[i] == 0) {
                parts.add(Arrays.copyOfRange(commandLine, start, i));
                start = i + 1;
            }
        }
        String[] decoded = arguments.clone();
        int before = parts.size() - arguments.length;
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i].indexOf(REPLACEMENT) >= 0) {
                decoded[i] = decode(before < 0 ? null : parts.get(before + i), arguments[i]);
            }
        }
        return decoded;
    }

    private static String decode(byte[] bytes, String argument) {
        try {
            if (bytes != null) {
                return StandardCharsets.UTF_8
                        .newDecoder()
                        .decode(ByteBuffer.wrap(bytes))
                        .toString();
            }
        } catch (CharacterCodingException e) {
            // said below
        }
        throw new InputException(
                "an argument cannot be read as UTF-8; set a locale such as LC_ALL=C.UTF-8 argument=" + argument);
    }
}
