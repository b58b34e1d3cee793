package io.mvcbridge.jakarta.deploy;

import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;

/**
 * Takes the JDBC drivers of an application out of the {@link DriverManager}, which would
 * keep them, and with them all classes of the application, for ever. The
 * {@code DriverManager} lets only those near a driver whose class loader sees it: so the
 * class loader of the application makes a class of its own from the code of this one.
 */
public final class DriverRemoval implements Callable<List<String>> {

	/**
	 * Made by reflection.
	 */
	public DriverRemoval() {
	}

	/** The drivers that were removed, by their classes. */
	@Override
	public List<String> call() throws SQLException {
		List<String> removed = new ArrayList<>();
		// The first look at them may register what is only about to be
		Collections.list(DriverManager.getDrivers());
		for (Driver driver : Collections.list(DriverManager.getDrivers())) {
			if (driver.getClass().getClassLoader() == getClass().getClassLoader()) {
				DriverManager.deregisterDriver(driver);
				removed.add(driver.getClass().getName());
			}
		}
		return removed;
	}

}
