import { z } from 'zod'
import { hostFunctions as functions } from '@gensvar/contract/script-types/host-functions'
import { scriptTypeList } from '@gensvar/contract/script-types/index'
import { laterWords } from '@gensvar/contract/script-types/script-type'
import type { WrittenSchema } from './written-schema.ts'

// The build replaces this module by its values (web/computed-examples.ts): schemas stay out of the browser.

const written = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'ref' }) as WrittenSchema

/** What a type of script is for and how it is written. */
export interface TypeWords {
  type: string
  about: string
  example: string
  /** What `main` is given, and what it returns. */
  input: WrittenSchema
  output: WrittenSchema
}

/** The types of scripts, in the order of the contract. */
export const typeWords: readonly TypeWords[] = scriptTypeList.map(
  ({ type, summary, when, awaits, input, output, example }) => ({
    ...{ type, about: [summary, when, ...(awaits ? [laterWords[awaits]] : [])].join(' '), example },
    input: written(input, 'output'),
    output: written(output, 'input'),
  }),
)

/** What a script may call on `host`. */
export const hostFunctions = functions.map(({ name, signature, doc, example }) => ({ name, signature, doc, example }))
