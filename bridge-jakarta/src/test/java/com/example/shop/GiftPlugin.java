package com.example.shop;

import java.util.ArrayList;

import com.example.lib.Marked;
import com.example.lib.Plugin;

/** Found by its interface, over a super class. */
public class GiftPlugin extends AbstractPlugin {

	/** Found by the annotation of a method. */
	public static class Voucher {

		@Marked
		void redeem() {
		}

	}

	/** Not found. */
	public static class Basket extends ArrayList<String> {

		private static final long serialVersionUID = 1L;

		private final transient Plugin plugin = new GiftPlugin();

		Plugin plugin() {
			return this.plugin;
		}

	}

}
