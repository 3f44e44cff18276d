package io.millrace.wire;

/**
 * What is remembered of a message within a message; for generated code. Whether it was there, and its fields. For one
 * thread.
 */
public final class DeltaNested {
    private final DeltaFields fields;
    private final MessageEncoder encoder;
    private final MessageDecoder decoder;
    private final MessageForm form;
    private boolean present;

    DeltaNested(DeltaFields fields, MessageEncoder encoder, MessageDecoder decoder, MessageForm form) {
        this.fields = fields;
        this.encoder = encoder;
        this.decoder = decoder;
        this.form = form;
    }

    /** One for another key. */
    public DeltaNested another() {
        return new DeltaNested(fields.another(), encoder, decoder, form);
    }

    /** Whether a message, or null, has the same bytes in BINARY as what is remembered. */
    public boolean same(Object message) {
        return message == null ? !present : present && fields.same(message);
    }

    /** Remembers a message, or null. */
    public void keep(Object message) {
        present = message != null;
        if (present) {
            fields.keep(message);
        }
    }

    /** Writes how a message, or null, differs from what is remembered, and remembers it. */
    public void write(BinaryOutput out, Object message) {
        if (!out.writePresence(message)) {
            present = false;
            return;
        }
        out.enter();
        if (present) {
            fields.writeChanges(out, message);
        } else {
            encoder.writeFields(out, message);
            keep(message);
        }
        out.leave();
    }

    /** Reads what {@link #write} has written, and remembers it. */
    public void read(BinaryInput in) {
        if (!in.readPresence()) {
            present = false;
            return;
        }
        in.enter();
        if (present) {
            fields.applyChanges(in);
        } else {
            keep(decoder.readFields(in, null));
        }
        in.leave();
    }

    /**
     * What is remembered as a message, or null.
     *
     * @param reuse a mutable message that may be changed and returned, or a record that is returned where it says the
     *     same, or null
     */
    public Object current(Object reuse) {
        if (!present) {
            return null;
        }
        return form == MessageForm.RECORD && reuse != null && fields.same(reuse) ? reuse : fields.current(reuse);
    }
}
