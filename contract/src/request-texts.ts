import { z } from 'zod'

/** A name in a request: the limit is above every real name, and low enough for a quick look-up. */
export const nameParam = z.string().max(200)

/** A drill path in an address; a longer one is stored and carried as `sel=<id>`. */
export const pathParam = z.string().max(2000)

/** A search text: a part of a name or an answer. */
export const searchText = z.string().max(200)

/** Longest drill path that is stored for an address too short for it, in characters. */
export const MAX_STORED_PATH_LENGTH = 100_000
