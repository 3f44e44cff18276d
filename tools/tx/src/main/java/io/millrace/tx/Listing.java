package io.millrace.tx;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.millrace.transactions.BranchOutcome;
import io.millrace.transactions.Decision;
import io.millrace.transactions.DecisionListing;
import io.millrace.transactions.ListedTransaction;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Locale;

/** What a store knows, written out. */
final class Listing {
    private Listing() {}

    static void text(DecisionListing list, PrintWriter out) {
        out.println("store=" + name(list.kind()) + " starts=" + list.incarnation()
                + list.holder().map(holder -> " in use by " + holder).orElse(""));
        if (list.transactions().isEmpty()) {
            out.println("Nothing is left to do.");
        }
        for (ListedTransaction transaction : list.transactions()) {
            out.println(transaction.transaction() + " " + name(transaction.state())
                    + (transaction.outcome() == null
                            ? ""
                            : " outcome=" + transaction.outcome().outcome()));
            for (Decision.BranchRecord branch : transaction.told()) {
                out.println("  to be told: branch=" + branch.branch() + " resource=" + branch.resource());
            }
            if (transaction.outcome() != null) {
                transaction.outcome().branches().forEach(branch -> out.println("  " + branch));
            }
        }
    }

    static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static void json(DecisionListing list, PrintWriter out) throws IOException {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text).useDefaultPrettyPrinter()) {
            json.writeStartObject();
            json.writeStringField("store", name(list.kind()));
            json.writeNumberField("starts", list.incarnation());
            json.writeStringField("holder", list.holder().orElse(null));
            json.writeArrayFieldStart("transactions");
            for (ListedTransaction transaction : list.transactions()) {
                transaction(json, transaction);
            }
            json.writeEndArray();
            json.writeEndObject();
        }
        out.println(text);
    }

    private static void transaction(JsonGenerator json, ListedTransaction transaction) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", transaction.transaction().toString());
        json.writeStringField("state", name(transaction.state()));
        json.writeArrayFieldStart("toBeTold");
        for (Decision.BranchRecord branch : transaction.told()) {
            json.writeStartObject();
            json.writeNumberField("branch", branch.branch());
            json.writeStringField("resource", branch.resource());
            json.writeEndObject();
        }
        json.writeEndArray();
        if (transaction.outcome() != null) {
            json.writeStringField("outcome", transaction.outcome().outcome().name());
            json.writeArrayFieldStart("branches");
            for (BranchOutcome branch : transaction.outcome().branches()) {
                branch(json, branch);
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void branch(JsonGenerator json, BranchOutcome branch) throws IOException {
        json.writeStartObject();
        json.writeNumberField("branch", branch.branch());
        json.writeStringField("resource", branch.resource());
        json.writeStringField("outcome", branch.outcome().name());
        if (branch.errorCode() != 0) {
            json.writeNumberField("errorCode", branch.errorCode());
            json.writeStringField("errorName", branch.errorName());
            json.writeStringField("error", branch.error());
        }
        json.writeEndObject();
    }
}
