package io.mvcbridge.samples.storefront.cart;

import java.util.Map;
import java.util.function.UnaryOperator;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Service;
import org.springframework.web.util.WebUtils;

/**
 * The cart of the visitor who sent a request. A guest's lives in the session, as a plain
 * attribute that is set anew after each change, so that it works with any session store.
 * As soon as the visitor is a customer, it is merged once with the one of the account,
 * which holds from then on; the session keeps a copy, for pages that only count pieces.
 * <p>
 * Changes of one customer at the same time all take effect, whichever instances of the
 * shop they are made on. Those of a guest do where the session is an object in memory; a
 * session in a database is written whole by each request, the last of them wins.
 */
@Service
public class Carts {

	private static final String ATTRIBUTE = Cart.class.getName();

	private final RememberedCarts remembered;

	Carts(RememberedCarts remembered) {
		this.remembered = remembered;
	}

	/**
	 * Return the visitor's cart as it is now, merged with the account's if that has not
	 * happened yet. Creates no session for a guest.
	 * @param request the request of the visitor
	 * @param customerId the id of the customer, or null for a guest
	 * @return the cart, empty if nothing was chosen
	 */
	public Cart current(HttpServletRequest request, @Nullable Long customerId) {
		Cart cart = peek(request);
		if (customerId == null) {
			return cart;
		}
		if (!customerId.equals(cart.owner())) {
			return change(request, customerId, UnaryOperator.identity());
		}
		Map<Long, Integer> account = this.remembered.find(customerId);
		return account.equals(cart.quantities()) ? cart
				: update(request.getSession(), (copy) -> copy.ownedBy(customerId, account));
	}

	/**
	 * Return what the session holds, without asking the database.
	 * @param request the request of the visitor
	 * @return the cart as of the last change, empty if there is no session
	 */
	public Cart peek(HttpServletRequest request) {
		HttpSession session = request.getSession(false);
		return (session != null) ? read(session) : Cart.EMPTY;
	}

	/**
	 * Change the visitor's cart. Two changes at the same time both take effect.
	 * @param request the request of the visitor
	 * @param customerId the id of the customer, or null for a guest
	 * @param change gives the cart after the change from the cart before; called under
	 * locks, so it must not block
	 * @return the cart after the change
	 */
	public Cart change(HttpServletRequest request, @Nullable Long customerId, UnaryOperator<Cart> change) {
		HttpSession session = request.getSession();
		if (customerId == null) {
			return update(session, change);
		}
		return this.remembered.change(customerId,
				(account) -> update(session, (cart) -> change.apply(cart.ownedBy(customerId, account))));
	}

	/**
	 * Take everything out of a customer's cart. Of two requests at the same time one gets
	 * it all and the other an empty cart, so that a double click orders once.
	 * @param request the request of the customer
	 * @param customerId the id of the customer
	 * @return the cart as it was
	 */
	public Cart take(HttpServletRequest request, long customerId) {
		Cart[] taken = new Cart[1];
		change(request, customerId, (cart) -> {
			taken[0] = cart;
			return cart.emptied();
		});
		return taken[0];
	}

	/**
	 * Put back what was {@linkplain #take taken}, because it could not be ordered.
	 * @param request the request of the customer
	 * @param customerId the id of the customer
	 * @param taken the cart that was taken
	 */
	public void giveBack(HttpServletRequest request, long customerId, Cart taken) {
		change(request, customerId, (cart) -> cart.plus(taken));
	}

	private static Cart update(HttpSession session, UnaryOperator<Cart> change) {
		synchronized (WebUtils.getSessionMutex(session)) {
			Cart changed = change.apply(read(session));
			session.setAttribute(ATTRIBUTE, changed);
			return changed;
		}
	}

	private static Cart read(HttpSession session) {
		return (session.getAttribute(ATTRIBUTE) instanceof Cart cart) ? cart : Cart.EMPTY;
	}

}
