package io.millrace.benchmarks;

import io.millrace.harness.BenchmarkException;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Netty with its native transport on Linux, and otherwise over NIO. Each end has one event
 * loop, in which all of its work is done, so that no thread waits for another one.
 */
public final class EchoNettyWorkload extends EchoWorkload {
    private static final boolean EPOLL = NetSuite.isLinux();

    /** Creates the workload; a fork calls this. */
    public EchoNettyWorkload() {}

    private static EventLoopGroup eventLoop() {
        IoHandlerFactory handler = EPOLL ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        return new MultiThreadIoEventLoopGroup(1, handler);
    }

    @Override
    void keep(int sizeBytes, EchoTrips trips) throws Exception {
        serve(sizeBytes, trips, false);
    }

    @Override
    void reconnect(int sizeBytes, EchoTrips trips) throws Exception {
        serve(sizeBytes, trips, true);
    }

    private static void serve(int sizeBytes, EchoTrips trips, boolean reconnects) throws Exception {
        if (EPOLL && !Epoll.isAvailable()) {
            throw new BenchmarkException("the peer has no native transport here", Epoll.unavailabilityCause());
        }
        EventLoopGroup serverLoop = eventLoop();
        EventLoopGroup clientLoop = eventLoop();
        try {
            Class<? extends ServerChannel> serverType =
                    EPOLL ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
            Channel server = new ServerBootstrap()
                    .group(serverLoop)
                    .channel(serverType)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childHandler(new Echo())
                    .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                    .sync()
                    .channel();
            Bootstrap bootstrap = new Bootstrap()
                    .group(clientLoop)
                    .channel(EPOLL ? EpollSocketChannel.class : NioSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true);
            Client client = new Client(sizeBytes, trips, bootstrap, server.localAddress(), reconnects);
            clientLoop.execute(client::begin);
            client.done.get();
        } catch (ExecutionException e) {
            throw new BenchmarkException("the client failed", e.getCause());
        } finally {
            var clientEnd = clientLoop.shutdownGracefully(0, 1, TimeUnit.SECONDS);
            serverLoop.shutdownGracefully(0, 1, TimeUnit.SECONDS).sync();
            clientEnd.sync();
        }
    }

    @Sharable
    @SuppressWarnings("FutureReturnValueIgnored") // a void promise reports to the handler
    private static final class Echo extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            context.write(message, context.voidPromise());
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }
    }

    /** Sends from the handler itself, once the answers to all that was sent are there. */
    @Sharable
    @SuppressWarnings("FutureReturnValueIgnored") // a void promise reports to the handler
    private static final class Client extends ChannelInboundHandlerAdapter {
        private final CompletableFuture<Void> done = new CompletableFuture<>();
        private final int sizeBytes;
        private final EchoTrips trips;
        private final Bootstrap bootstrap;
        private final SocketAddress server;
        private final boolean reconnects;
        private ByteBuf answers;
        private int count;

        Client(int sizeBytes, EchoTrips trips, Bootstrap bootstrap, SocketAddress server, boolean reconnects) {
            this.sizeBytes = sizeBytes;
            this.trips = trips;
            this.bootstrap = bootstrap.handler(this);
            this.server = server;
            this.reconnects = reconnects;
        }

        void begin() {
            count = trips.awaitDue();
            connect();
        }

        private void connect() {
            bootstrap.connect(server).addListener(connected -> {
                if (!connected.isSuccess()) {
                    done.completeExceptionally(connected.cause());
                }
            });
        }

        @Override
        public void channelActive(ChannelHandlerContext context) {
            if (answers == null) {
                answers = context.alloc().directBuffer(EchoMessages.BUFFER_BYTES);
            }
            send(context);
        }

        private void send(ChannelHandlerContext context) {
            ByteBuf out = context.alloc().directBuffer(count * sizeBytes);
            for (int i = 0; i < count; i++) {
                out.setLong(i * sizeBytes, trips.nextNumber());
            }
            out.writerIndex(count * sizeBytes);
            context.writeAndFlush(out, context.voidPromise());
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf in = (ByteBuf) message;
            answers.writeBytes(in);
            in.release();
            if (answers.readableBytes() < count * sizeBytes) {
                return;
            }
            if (reconnects) {
                context.close().addListener(_ -> {
                    if (next()) {
                        connect();
                    }
                });
            } else if (next()) {
                send(context);
            } else {
                context.close();
            }
        }

        /** Records the answers and awaits the next messages; returns whether there are any. */
        private boolean next() {
            for (int i = 0; i < count; i++) {
                trips.answered(answers.getLong(i * sizeBytes));
            }
            answers.clear();
            count = trips.awaitDue();
            if (count == 0) {
                answers.release();
                done.complete(null);
            }
            return count > 0;
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            done.completeExceptionally(cause);
        }
    }
}
