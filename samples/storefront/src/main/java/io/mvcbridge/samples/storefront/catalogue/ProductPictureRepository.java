package io.mvcbridge.samples.storefront.catalogue;

import java.util.Optional;

import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

interface ProductPictureRepository extends JpaRepository<ProductPicture, Long> {

	@Query("""
			select new io.mvcbridge.samples.storefront.catalogue.PictureVersion(p.digest, p.contentType, p.modifiedAt)
			from ProductPicture p where p.productId = :productId""")
	Optional<PictureVersion> findVersion(long productId);

}
