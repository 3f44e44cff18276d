package io.millrace.console;

import io.millrace.channel.Channel;
import io.millrace.channel.ChannelCursor;
import io.millrace.channel.ChannelException;
import io.millrace.channel.RestartPosition;
import io.millrace.journal.Index;
import io.millrace.journal.JournalException;
import io.millrace.journal.Positions;
import io.millrace.journal.SeekResult;
import io.millrace.server.RefusedException;
import io.millrace.server.WebRequest;
import io.millrace.server.WebResponse;
import io.millrace.server.WebServerBuilder;
import io.millrace.service.ErrorReports;
import io.millrace.service.ServiceException;
import io.millrace.service.SkipOrder;
import io.millrace.service.Skips;
import io.millrace.text.JsonCallText;
import io.millrace.wire.BinaryOutput;
import io.millrace.wire.CallSchema;
import io.millrace.wire.Field;
import io.millrace.wire.TextOptions;
import io.millrace.wire.WireException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What an administrator may change: each action is noted in the audit journal first, then carried out, then its outcome
 * is noted. One at a time.
 */
final class AdminActions {

    private static final String REPLICA = "replica/";
    private static final int MAX_DETAILS = 10_000;
    private static final int FIRST_BYTES = 256;

    private final Subject subject;
    private final ConsoleOptions options;
    private final AuditLog audit;

    AdminActions(Subject subject, ConsoleOptions options) {
        this.subject = subject;
        this.options = options;
        this.audit = new AuditLog(subject.directory());
    }

    /** An action that returns what has come of it, as members of a JSON object and as words. */
    private interface Action {
        String carryOut(AdminRequest request, WebRequest web);
    }

    void addTo(WebServerBuilder server) {
        add(server, "append", this::append);
        add(server, "position", this::position);
        add(server, "skip", this::skip);
    }

    private void add(WebServerBuilder server, String name, Action action) {
        server.post("/api/admin/" + name, request -> carryOut(name, action, request));
    }

    private synchronized WebResponse carryOut(String name, Action action, WebRequest web) {
        if (!options.mayAct(web.principal())) {
            throw new RefusedException(403, "user may look and not act user=" + web.principal() + " action=" + name);
        }
        AdminRequest request = AdminRequest.parse(web.text());
        String id = UUID.randomUUID().toString();
        String body = web.text();
        String details = body.length() <= MAX_DETAILS ? body : body.substring(0, MAX_DETAILS) + "...";
        audit.write(records -> records.requested(new AuditRecords.Request(id, Instant.now(), by(web), name, details)));
        try {
            String outcome = action.carryOut(request, web);
            end(id, "done " + outcome);
            return WebResponse.json(Json.object(json -> json.field("outcome", outcome)));
        } catch (RefusedException e) {
            end(id, "refused " + e.getMessage());
            throw e;
        } catch (WireException | ChannelException | JournalException | ServiceException e) {
            end(id, "failed " + ErrorReports.text(e));
            return WebResponse.error(409, String.valueOf(e.getMessage()));
        } catch (RuntimeException | Error e) {
            end(id, "failed " + ErrorReports.text(e));
            throw e;
        }
    }

    /** Returns the user that asks: the owner of the token, if it has a name, and the address. */
    private static String by(WebRequest web) {
        return web.principal().isEmpty() ? web.remote() : web.principal() + " at " + web.remote();
    }

    private void end(String id, String outcome) {
        audit.write(records -> records.ended(id, Instant.now(), outcome));
    }

    private Channel journal(String name) {
        return subject.journal(name)
                .orElseThrow(() -> new RefusedException(404, "there is no journal of this name channel=" + name));
    }

    private String append(AdminRequest request, WebRequest web) {
        String name = request.required("channel");
        String call = request.required("call");
        Channel channel = journal(name);
        if (!subject.isAppendable(name)) {
            throw new RefusedException(
                    409, "channel has one owner or is written by a component; no call is appended channel=" + name);
        }
        List<CallSchema> found = new ArrayList<>();
        for (CallSchema schema : ChannelDetails.calls(channel, subject.calls(name))) {
            if (schema.path().equals(call)) {
                found.add(schema);
            }
        }
        if (found.size() != 1) {
            throw new RefusedException(
                    400,
                    (found.isEmpty() ? "channel has no such call" : "channel has several calls of this name")
                            + " channel=" + name + " call=" + call);
        }
        CallSchema schema = found.getFirst();
        String arguments =
                request.arguments(schema.parameters().stream().map(Field::name).toList());
        BinaryOutput out =
                BinaryOutput.allocate(FIRST_BYTES, TextOptions.strict().limits());
        try {
            JsonCallText.of(schema).write(arguments, TextOptions.strict(), out);
        } catch (WireException e) {
            throw new RefusedException(400, "arguments do not fit the call call=" + call + ": " + e.getMessage());
        }
        return "appended channel=" + name + " index=" + Index.toText(subject.append(name, schema, out));
    }

    private String position(AdminRequest request, WebRequest web) {
        String name = request.required("channel");
        String position = request.required("position");
        long index = MessageScan.index(request.required("index"));
        Channel channel = journal(name);
        if (RestartPosition.service(position).isPresent() || position.startsWith(REPLICA)) {
            throw new RefusedException(
                    409, "position belongs to a restart or a replica and is not changed here position=" + position);
        }
        try (ChannelCursor cursor = channel.cursor()) {
            if (index != Index.NONE && cursor.seek(index) != SeekResult.FOUND) {
                throw new RefusedException(
                        400, "no message begins at this index channel=" + name + " index=" + Index.toText(index));
            }
        }
        try (Positions positions =
                Positions.open(channel.journal().orElseThrow().directory())) {
            positions.set(position, index);
        }
        return "set channel=" + name + " position='" + position + "' index=" + Index.toText(index);
    }

    private String skip(AdminRequest request, WebRequest web) {
        String input = request.required("channel") + "@" + request.required("index");
        SkipOrder order = Skips.in(subject.directory())
                .order(request.required("component"), input, "console " + by(web), request.required("reason"));
        return "ordered component=" + order.component() + " input=" + order.input() + "; the next start passes over it";
    }
}
