/** An annotation processor that generates the codecs of messages when they are compiled. */
module io.millrace.codegen {
    requires transitive java.compiler;

    exports io.millrace.codegen;

    provides javax.annotation.processing.Processor with
            io.millrace.codegen.CodecProcessor;
}
