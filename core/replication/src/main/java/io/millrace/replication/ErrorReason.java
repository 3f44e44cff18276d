package io.millrace.replication;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/** What an error of the system or the JDK says to people, without the names of classes. */
public final class ErrorReason {

    private ErrorReason() {}

    /**
     * Returns the reason in words. Errors of code, such as a {@link NullPointerException}, keep the name of their
     * class, since it says more than their text.
     */
    public static String of(Throwable error) {
        return switch (error) {
            case NoSuchFileException file -> "no such file: " + file.getFile();
            case FileNotFoundException file -> file.getMessage();
            case AccessDeniedException file -> "permission denied: " + file.getFile();
            case FileSystemException file when file.getReason() != null -> file.getReason() + ": " + file.getFile();
            case ClosedChannelException _ -> "the connection or file was closed";
            case EOFException _ -> "the other side ended it in the middle";
            case UnknownHostException host -> "host is not known: " + host.getMessage();
            case IOException io when io.getMessage() != null -> io.getMessage();
            case InternalError page ->
                "a page of a mapped file is gone, perhaps since the disk is full: " + page.getMessage();
            default -> error.toString();
        };
    }
}
