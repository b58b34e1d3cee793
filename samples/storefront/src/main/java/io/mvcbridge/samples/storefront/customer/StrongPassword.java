package io.mvcbridge.samples.storefront.customer;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.nio.charset.StandardCharsets;

import jakarta.validation.Constraint;
import jakarta.validation.ConstraintValidator;
import jakarta.validation.ConstraintValidatorContext;
import jakarta.validation.Payload;
import org.jspecify.annotations.Nullable;

/**
 * At least ten characters, with a letter and something that is no letter, and no more
 * than the 72 bytes that BCrypt looks at.
 */
@Documented
@Constraint(validatedBy = StrongPassword.Validator.class)
@Target({ ElementType.FIELD, ElementType.PARAMETER, ElementType.RECORD_COMPONENT })
@Retention(RetentionPolicy.RUNTIME)
public @interface StrongPassword {

	String message() default "Use at least 10 characters, with a letter and a digit or sign, and at most 72 bytes.";

	Class<?>[] groups() default {};

	Class<? extends Payload>[] payload() default {};

	/**
	 * Decides whether a password is strong enough.
	 */
	class Validator implements ConstraintValidator<StrongPassword, String> {

		@Override
		public boolean isValid(@Nullable String password, ConstraintValidatorContext context) {
			if (password == null) {
				return false;
			}
			return password.codePointCount(0, password.length()) >= 10
					&& password.getBytes(StandardCharsets.UTF_8).length <= 72
					&& password.codePoints().anyMatch(Character::isLetter)
					&& !password.codePoints().allMatch(Character::isLetter);
		}

	}

}
