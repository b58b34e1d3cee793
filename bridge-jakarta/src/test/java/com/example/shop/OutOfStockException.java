package com.example.shop;

/** Nothing is left. */
public class OutOfStockException extends RuntimeException {

	private static final long serialVersionUID = 1L;

}
