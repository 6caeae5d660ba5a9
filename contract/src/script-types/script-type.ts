import { z } from 'zod'
import type { scriptTypes } from '../entities/scripts.ts'

/** Name of a type of script. */
export type ScriptTypeName = (typeof scriptTypes)[number]

/** What is said of the parts of the product that call scripts and are not in this version. */
export const laterWords = {
  flows: 'Called by automatic flows, which come later.',
  statistics: 'Called by the statistics of units, which come later.',
} as const

/** What a type of script is for, what it is given and what it answers. */
export interface ScriptType<I extends z.ZodType = z.ZodType, O extends z.ZodType = z.ZodType> {
  type: ScriptTypeName
  summary: string
  /** When it is called. */
  when: string
  /** The part that calls it, where this version does not have that part. */
  awaits?: keyof typeof laterWords
  input: I
  output: O
  example: string
}

/** Keeps the types of input and output. */
export function defineScriptType<I extends z.ZodType, O extends z.ZodType>(type: ScriptType<I, O>): ScriptType<I, O> {
  return type
}

/** Answers by variable, as scripts are given them. */
export const givenAnswers = z.record(z.string(), z.unknown()).describe('Answers by variable.')

/** The moment of a run, as scripts are given it. */
export const givenMoment = z.string().describe('The moment of the run, in ISO format.')

/** An interview as scripts are given it. */
export const givenInterview = z.object({
  id: z.int(),
  eventDate: z.string().describe('Day, such as 2026-01-31.'),
  answers: givenAnswers,
})
