package io.mvcbridge.spring.autoconfigure;

import java.io.File;
import java.io.IOException;

import io.mvcbridge.jakarta.request.AcceleratedFolder;
import io.mvcbridge.spring.autoconfigure.BridgeProperties.StaticFiles;
import io.mvcbridge.spring.server.ReactorNettyServletWebServerFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.util.StringUtils;

/** Applies {@code bridge.static.*}; one of the two without the other fails the start. */
class AcceleratedFolderCustomizer implements WebServerFactoryCustomizer<ReactorNettyServletWebServerFactory> {

	private static final String ACCEL = "bridge.static.accel";

	private static final String ROOT = "bridge.static.root";

	private final StaticFiles properties;

	AcceleratedFolderCustomizer(StaticFiles properties) {
		this.properties = properties;
	}

	@Override
	public void customize(ReactorNettyServletWebServerFactory factory) {
		factory.setAcceleratedFolder(folder());
	}

	private @Nullable AcceleratedFolder folder() {
		String accel = StringUtils.hasText(this.properties.getAccel()) ? this.properties.getAccel() : null;
		File root = (this.properties.getRoot() != null && !this.properties.getRoot().getPath().isBlank())
				? this.properties.getRoot() : null;
		if (accel == null) {
			if (root != null) {
				throw new InvalidConfigurationPropertyValueException(ROOT, root, "It has no effect without " + ACCEL
						+ ", the URI of nginx's internal location that serves this folder. Set both, or neither.");
			}
			return null;
		}
		if (root == null) {
			throw new InvalidConfigurationPropertyValueException(ACCEL, accel,
					"It needs " + ROOT + ", the folder that nginx serves at this location. Set both, or neither.");
		}
		return folder(accel, root);
	}

	private static AcceleratedFolder folder(String accel, File root) {
		if (!root.isDirectory()) {
			throw new InvalidConfigurationPropertyValueException(ROOT, root,
					root.exists() ? "It is a file. Name the folder that nginx serves."
							: "There is no such folder. Create it before the start, and let nginx read it.");
		}
		try {
			return new AcceleratedFolder(root.toPath(), accel);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidConfigurationPropertyValueException(ACCEL, accel, ex.getMessage() + ".");
		}
		catch (IOException ex) {
			throw new InvalidConfigurationPropertyValueException(ROOT, root,
					"The folder cannot be reached (" + ex.getMessage() + ").");
		}
	}

}
