/** The page sizes offered, in rows. */
export const pageSizes = [25, 50, 100] as const

/** A page size, in rows. */
export type PageSize = (typeof pageSizes)[number]
