import { z } from 'zod'

/** Names of things in a request: longer than any name there is, short enough to be looked up at once. */
export const nameParam = z.string().max(200)

/** A drill path in an address, in characters; what is longer is stored and carried as `sel=<id>`. */
export const pathParam = z.string().max(2000)

/** A part of a name or an answer to look for. */
export const searchText = z.string().max(200)

/** Longest drill path that is stored for an address too short for it, in characters. */
export const MAX_STORED_PATH_LENGTH = 100_000
