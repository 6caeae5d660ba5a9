/** Numbers of rows a page may have. */
export const pageSizes = [25, 50, 100] as const

/** Number of rows of a page. */
export type PageSize = (typeof pageSizes)[number]
