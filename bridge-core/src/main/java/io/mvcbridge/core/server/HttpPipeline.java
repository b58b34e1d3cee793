package io.mvcbridge.core.server;

import java.net.SocketAddress;

import io.mvcbridge.core.server.ProxySettings.Evaluation;
import io.mvcbridge.core.server.ServerSettings.CompressionSettings;
import io.netty.channel.Channel;
import io.netty.channel.ChannelPipeline;
import org.jspecify.annotations.Nullable;
import reactor.netty.ChannelPipelineConfigurer;
import reactor.netty.ConnectionObserver;
import reactor.netty.NettyPipeline;

/**
 * What stands behind a socket: the HTTP codec, compression, and the exchange handler at
 * the end. Reactor Netty's own last handler, which would make its operators of every
 * connection, is taken out.
 */
final class HttpPipeline implements ChannelPipelineConfigurer {

	private final ServerSettings settings;

	private final Dispatcher dispatcher;

	private final Connections connections;

	private final @Nullable CompressionRules compression;

	private final @Nullable ForwardedHeaders forwardedHeaders;

	/** Null where somebody evaluates what proxies say. */
	private final @Nullable UnevaluatedForwarding unevaluated;

	HttpPipeline(ServerSettings settings, Dispatcher dispatcher, Connections connections) {
		this.settings = settings;
		this.dispatcher = dispatcher;
		this.connections = connections;
		CompressionSettings compression = settings.compression();
		this.compression = (compression != null) ? new CompressionRules(compression) : null;
		ProxySettings proxies = settings.proxies();
		this.forwardedHeaders = (proxies != null) ? new ForwardedHeaders(proxies) : null;
		this.unevaluated = (proxies == null || proxies.evaluation() == Evaluation.NONE) ? new UnevaluatedForwarding()
				: null;
	}

	/**
	 * What is written from now on goes on the wire as it is: the protocol was switched.
	 */
	static void endResponses(ChannelPipeline pipeline) {
		pipeline.remove(Http1Encoder.class);
		if (pipeline.get(CompressionHandler.class) != null) {
			pipeline.remove(CompressionHandler.class);
		}
	}

	/**
	 * What arrives from now on is given on as it is, and before it what waits in the
	 * decoder.
	 */
	static void endRequests(ChannelPipeline pipeline) {
		pipeline.remove(Http1Decoder.class);
	}

	@Override
	public void onChannelInit(ConnectionObserver observer, Channel channel, @Nullable SocketAddress remoteAddress) {
		ChannelPipeline pipeline = channel.pipeline();
		pipeline.remove(NettyPipeline.ReactiveBridge);
		Http1Decoder decoder = new Http1Decoder(this.settings);
		pipeline.addLast(decoder);
		pipeline.addLast(new Http1Encoder());
		if (this.compression != null) {
			pipeline.addLast(new CompressionHandler(this.compression));
		}
		if (this.unevaluated != null && this.unevaluated.isLooking()) {
			pipeline.addLast(this.unevaluated);
		}
		pipeline.addLast(
				new ExchangeHandler(this.settings, this.forwardedHeaders, this.dispatcher, this.connections, decoder));
	}

}
