package io.mvcbridge.samples.storefront.web;

import io.mvcbridge.samples.storefront.cart.Carts;
import io.mvcbridge.samples.storefront.customer.Shopper;
import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.webmvc.autoconfigure.error.BasicErrorController;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.util.unit.DataSize;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;

/**
 * What the layout of every page shows, error pages included. Asks no database, since an
 * error page may be shown because there is none.
 */
@ControllerAdvice(basePackageClasses = PageAdvice.class, assignableTypes = BasicErrorController.class)
class PageAdvice {

	private final Carts carts;

	private final DataSize uploadLimit;

	PageAdvice(Carts carts, @Value("${spring.servlet.multipart.max-file-size}") DataSize uploadLimit) {
		this.carts = carts;
		this.uploadLimit = uploadLimit;
	}

	@ModelAttribute("shopper")
	@Nullable Shopper shopper(@AuthenticationPrincipal @Nullable Shopper shopper) {
		return shopper;
	}

	@ModelAttribute("cartPieces")
	int cartPieces(HttpServletRequest request) {
		return this.carts.peek(request).pieces();
	}

	@ModelAttribute("uploadLimit")
	String uploadLimit() {
		return (this.uploadLimit.toKilobytes() < 1024) ? this.uploadLimit.toKilobytes() + " KB"
				: this.uploadLimit.toMegabytes() + " MB";
	}

}
