import type { DoubtKind } from '@gensvar/contract/doubts'

/** Which numbers outside a scale are doubted. */
interface OutsideDoubt {
  kind: 'below' | 'above'
  variable: string
  min: number
  max: number
}

/**
 * Event dates (ISO) that are far from all others: up to `before`, and from `after` on. The others span `from` to `to`, and
 * later imports can make that longer.
 */
export interface DatesDoubt {
  kind: 'dates'
  variable: string
  before: string | null
  after: string | null
  from: string
  to: string
}

/** Responses without an event date, which count on the day of the import. */
export interface UndatedDoubt {
  kind: 'undated'
  variable: string
}

/** A doubt about whole responses, which leaves the question's answers and type as they are. */
export type ResponseDoubt = DatesDoubt | UndatedDoubt

/** What makes a column look like personal data. */
export type PersonalSign = 'name' | 'email' | 'phone' | 'address' | 'coordinates' | 'id'

interface PersonalDoubt {
  kind: 'personal'
  variable: string
  sign: PersonalSign
  type: 'single' | 'multiple' | 'text' | 'numeric'
}

/** Numbers that may be codes; the type is what the import read them as. */
interface CodesDoubt {
  kind: 'codes'
  variable: string
  type: 'scale' | 'numeric'
  min: number | null
  max: number | null
}

/** What an import was not sure of, without how it is decided. */
export type Doubt = OutsideDoubt | ResponseDoubt | PersonalDoubt | CodesDoubt

/** The name of a choice; which a kind has is in `choicesOf`. */
export type Choice =
  | 'counted'
  | 'blank'
  | 'kept'
  | 'left-out'
  | 'import-day'
  | 'shown'
  | 'hidden'
  | 'number'
  | 'choices'

/** The choices of each kind; an import assumes the first. */
export const choicesOf: Readonly<Record<DoubtKind, readonly [Choice, Choice]>> = {
  below: ['counted', 'blank'],
  above: ['counted', 'blank'],
  dates: ['kept', 'left-out'],
  undated: ['import-day', 'left-out'],
  personal: ['shown', 'hidden'],
  codes: ['number', 'choices'],
}

/** Whether a doubt is about whole responses. */
export function isOfResponses(doubt: Doubt): doubt is ResponseDoubt {
  return doubt.kind === 'dates' || doubt.kind === 'undated'
}

/** A doubt's name in its survey: `below:staff`. */
export function doubtId({ kind, variable }: Pick<Doubt, 'kind' | 'variable'>): string {
  return `${kind}:${variable}`
}

/** The choice of a name, or null if the kind does not have it. */
export function choiceOf(kind: DoubtKind, name: string): Choice | null {
  return choicesOf[kind].find((choice) => choice === name) ?? null
}

/** The choices in force by the doubts' ids; a doubt that is not in it has the choice an import assumes. */
export type Decisions = ReadonlyMap<string, Choice>
