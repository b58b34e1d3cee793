package com.example.shop;

import io.mvcbridge.jakarta.deploy.Gate;
import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.ServletRequestEvent;
import jakarta.servlet.ServletRequestListener;
import jakarta.servlet.annotation.WebListener;

/** Tells the test what happens to its application. */
@WebListener
public class Watcher implements ServletContextListener, ServletRequestListener {

	@PostConstruct
	void prepare() {
		Gate.event("post construct");
	}

	@Override
	public void contextInitialized(ServletContextEvent event) {
		Gate.event("initialized " + event.getServletContext().getContextPath());
	}

	@Override
	public void requestInitialized(ServletRequestEvent event) {
		Gate.event("request in " + event.getServletContext().getContextPath());
	}

	@Override
	public void requestDestroyed(ServletRequestEvent event) {
		Gate.event("request out of " + event.getServletContext().getContextPath());
	}

	@Override
	public void contextDestroyed(ServletContextEvent event) {
		Gate.event("destroyed " + event.getServletContext().getContextPath());
	}

	@PreDestroy
	void tidyUp() {
		Gate.event("pre destroy");
	}

}
