package io.mvcbridge.core.server;

import java.util.concurrent.atomic.AtomicBoolean;

import io.mvcbridge.core.server.ProxySettings.Family;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says once that a proxy tells of the client and nobody listens, which is why links lead
 * to the wrong place and every client has the proxy's address. Looks at the first request
 * of a connection and leaves, since a proxy says it of every one: later requests cost
 * nothing, and when it was said no connection does.
 */
@Sharable
final class UnevaluatedForwarding extends ChannelInboundHandlerAdapter {

	private static final Logger logger = LoggerFactory.getLogger(UnevaluatedForwarding.class);

	private final AtomicBoolean told = new AtomicBoolean();

	/** Whether it was not said so far. */
	boolean isLooking() {
		return !this.told.get();
	}

	@Override
	public void channelRead(ChannelHandlerContext ctx, Object message) {
		if (message instanceof HttpRequest request) {
			ctx.pipeline().remove(this);
			look(ctx, request.headers());
		}
		ctx.fireChannelRead(message);
	}

	private void look(ChannelHandlerContext ctx, HttpHeaders headers) {
		boolean standard = ForwardedHeaders.isForwarded(headers, Family.FORWARDED);
		if ((standard || ForwardedHeaders.isForwarded(headers, Family.X_FORWARDED))
				&& this.told.compareAndSet(false, true)) {
			logger.info(
					"{} sent {} fields, and nobody evaluates them (server.forward-headers-strategy is none or not set): "
							+ "the application sees the peer's address, scheme and host. If it is your proxy, set "
							+ "server.forward-headers-strategy=native and bridge.trusted-proxies to its address. "
							+ "This is said once",
					ctx.channel().remoteAddress(), standard ? "Forwarded" : "X-Forwarded-*");
		}
	}

}
