/** Generates classes of messages of FIX from dictionaries, as a library and as an annotation processor. */
module io.millrace.fix.codegen {
    requires transitive java.compiler;
    requires io.millrace.fix;
    requires io.millrace.text;
    requires io.millrace.topology;

    exports io.millrace.fix.codegen;

    provides javax.annotation.processing.Processor with
            io.millrace.fix.codegen.FixMessagesProcessor;
}
