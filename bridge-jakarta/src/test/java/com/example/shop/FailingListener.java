package com.example.shop;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;

/** Does not let its application start. */
public class FailingListener implements ServletContextListener {

	@Override
	public void contextInitialized(ServletContextEvent event) {
		throw new IllegalStateException("no database");
	}

}
