package io.mvcbridge.samples.storefront.acceptance;

import java.nio.file.Path;

/**
 * One shop with two doors.
 *
 * @param storefront the shop as it is seen through nginx
 * @param direct the same shop, asked directly
 * @param nginx the nginx
 * @param process the process behind it
 */
record ProxiedStorefront(Storefront storefront, Storefront direct, Nginx nginx,
		StorefrontProcess process) implements AutoCloseable {

	static ProxiedStorefront start(StorefrontProcess process, Path folder) {
		Nginx nginx = Nginx.start(folder, process.port());
		return new ProxiedStorefront(nginx.storefront(), process.storefront(), nginx, process);
	}

	@Override
	public void close() {
		this.nginx.close();
	}

}
