/** The page sizes that lists offer unless they say others, in rows. */
export const pageSizes: readonly number[] = [25, 50, 100]

/** The page size that shows all rows at once. */
export const allRows = 1_000_000

/** The page size of lists that say no other, in rows. */
export const usualPageSize = 50
