package io.millrace.benchmarks;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * A unary call of gRPC-Java with the transport of Netty, and its defaults for threads. The bytes of messages are made
 * by hand, which costs less than the classes that are generated for them.
 */
public final class GrpcPortsWorkload extends PortsWorkload {
    private static final String SERVICE = "desk";
    private static final MethodDescriptor<Order, Long> CALL = MethodDescriptor.<Order, Long>newBuilder()
            .setType(MethodDescriptor.MethodType.UNARY)
            .setFullMethodName(MethodDescriptor.generateFullMethodName(SERVICE, "order"))
            .setRequestMarshaller(marshaller(Order::encode, Order::decode))
            .setResponseMarshaller(marshaller(
                    total -> ByteBuffer.allocate(Long.BYTES).putLong(total).array(),
                    bytes -> ByteBuffer.wrap(bytes).getLong()))
            .build();

    private record Order(String symbol, long quantity) {

        byte[] encode() {
            byte[] text = symbol.getBytes(StandardCharsets.UTF_8);
            return ByteBuffer.allocate(Long.BYTES + text.length)
                    .putLong(quantity)
                    .put(text)
                    .array();
        }

        static Order decode(byte[] bytes) {
            return new Order(
                    new String(bytes, Long.BYTES, bytes.length - Long.BYTES, StandardCharsets.UTF_8),
                    ByteBuffer.wrap(bytes).getLong());
        }
    }

    private static <T> MethodDescriptor.Marshaller<T> marshaller(
            Function<T, byte[]> encoder, Function<byte[], T> decoder) {
        return new MethodDescriptor.Marshaller<>() {
            @Override
            public InputStream stream(T value) {
                return new ByteArrayInputStream(encoder.apply(value));
            }

            @Override
            public T parse(InputStream stream) {
                try {
                    return decoder.apply(stream.readAllBytes());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        };
    }

    @Override
    boolean has(ClientsSuite.Wire wire) {
        return wire == ClientsSuite.Wire.TCP;
    }

    @Override
    Requests connect(Path directory, ClientsSuite.Wire wire, PortsSuite.Kind kind) throws IOException {
        AtomicLong total = new AtomicLong();
        Server server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .addService(ServerServiceDefinition.builder(SERVICE)
                        .addMethod(CALL, ServerCalls.asyncUnaryCall((order, observer) -> {
                            observer.onNext(total.addAndGet(order.quantity()));
                            observer.onCompleted();
                        }))
                        .build())
                .build()
                .start();
        ManagedChannel channel = NettyChannelBuilder.forAddress(
                        server.getListenSockets().getFirst())
                .usePlaintext()
                .build();
        return new Unary(server, channel);
    }

    @Override
    ClientsServer follow(Path directory) {
        throw new UnsupportedOperationException("no WebSocket");
    }

    private static final class Unary extends CallbackRequests {
        private static final long PATIENCE_S = 20;

        private final Server server;
        private final ManagedChannel channel;

        Unary(Server server, ManagedChannel channel) {
            this.server = server;
            this.channel = channel;
        }

        @Override
        void one() {
            var _ = ClientCalls.blockingUnaryCall(channel, CALL, CallOptions.DEFAULT, new Order("EURUSD", 7));
        }

        @Override
        void start() {
            ClientCalls.asyncUnaryCall(
                    channel.newCall(CALL, CallOptions.DEFAULT), new Order("EURUSD", 7), new StreamObserver<>() {
                        @Override
                        public void onNext(Long total) {}

                        @Override
                        public void onError(Throwable error) {
                            failed(error);
                        }

                        @Override
                        public void onCompleted() {
                            answered();
                        }
                    });
        }

        @Override
        public void close() {
            channel.shutdownNow();
            server.shutdownNow();
            try {
                var _ = channel.awaitTermination(PATIENCE_S, TimeUnit.SECONDS);
                var _ = server.awaitTermination(PATIENCE_S, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
