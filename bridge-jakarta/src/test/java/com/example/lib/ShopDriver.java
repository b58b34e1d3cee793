package com.example.lib;

import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.SQLException;
import java.util.Properties;
import java.util.logging.Logger;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;

/** A JDBC driver that registers itself and is never taken back. */
@WebListener
public class ShopDriver implements Driver, ServletContextListener {

	@Override
	public void contextInitialized(ServletContextEvent event) {
		try {
			DriverManager.registerDriver(this);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public Connection connect(String url, Properties properties) {
		return null;
	}

	@Override
	public boolean acceptsURL(String url) {
		return false;
	}

	@Override
	public DriverPropertyInfo[] getPropertyInfo(String url, Properties properties) {
		return new DriverPropertyInfo[0];
	}

	@Override
	public int getMajorVersion() {
		return 1;
	}

	@Override
	public int getMinorVersion() {
		return 0;
	}

	@Override
	public boolean jdbcCompliant() {
		return false;
	}

	@Override
	public Logger getParentLogger() {
		return Logger.getGlobal();
	}

}
