import type { z } from 'zod'

/** A thing on the wire: its schema and one valid example, which the reference prints and the tests parse. */
export interface Entity<Schema extends z.ZodType = z.ZodType> {
  schema: Schema
  example: z.input<Schema>
}

/** Pairs a schema with an example; the compiler checks that they fit. */
export function defineEntity<Schema extends z.ZodType>(schema: Schema, example: z.input<Schema>): Entity<Schema> {
  return { schema, example }
}
