import { Count, listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Choice, DatesDoubt, Doubt, PersonalSign } from './doubt.ts'

/** Numbers with how often each occurs. */
type Found = readonly (readonly [value: number, count: number])[]

/** Words for answers outside a scale; `total` are all answers to the question. */
export function outsideWords(
  { kind, min, max }: { kind: 'below' | 'above'; min: number; max: number },
  total: number,
  found: Found,
): Words {
  const many = found.reduce((sum, [, count]) => sum + count, 0)
  const [number, all] = [new Count(many), new Count(total)]
  if (kind === 'above')
    return many === 1
      ? say`1 of ${all} answers is above ${max} (${valuesOf(found)})`
      : say`${number} of ${all} answers are above ${max} (${valuesOf(found)})`
  if (found.length === 1 && found[0]?.[0] === 0)
    return many === 1
      ? say`1 of ${all} answers is 0, which looks like "not rated" on a scale ${min}-${max}`
      : say`${number} of ${all} answers are 0, which looks like "not rated" on a scale ${min}-${max}`
  return many === 1
    ? say`1 of ${all} answers is below ${min} (${valuesOf(found)})`
    : say`${number} of ${all} answers are below ${min} (${valuesOf(found)})`
}

function valuesOf(found: Found): string | Words {
  const values = found.map(([value]) => value).toSorted((a, b) => a - b)
  return values.length <= 3 ? values.join(', ') : say`${values[0] ?? 0} to ${values.at(-1) ?? 0}`
}

/** Words for dates far from all others; `days` are the different ones. */
export function datesWords(
  count: number,
  days: readonly string[],
  { from, to }: Pick<DatesDoubt, 'from' | 'to'>,
): Words {
  const which = days.length <= 3 ? days.join(', ') : say`${days[0] ?? ''} to ${days.at(-1) ?? ''}`
  return count === 1
    ? say`1 response is dated ${which}, far from all others (${from} to ${to})`
    : say`${new Count(count)} responses are dated ${which}, far from all others (${from} to ${to})`
}

/** Words for responses without a date; `total` are all responses. */
export function undatedWords(count: number, total: number): Words {
  return count === 1
    ? say`1 of ${new Count(total)} responses has no date`
    : say`${new Count(count)} of ${new Count(total)} responses have no date`
}

const signs: Readonly<Record<PersonalSign, Words>> = {
  name: say`the column may hold names of people`,
  email: say`the column may hold email addresses`,
  phone: say`the column may hold phone numbers`,
  address: say`the column may hold internet addresses of people`,
  coordinates: say`the column may tell where people were`,
  id: say`the column may hold personal numbers`,
}

/** Words for a column that may be personal data. */
export function personalWords(sign: PersonalSign): Words {
  return signs[sign]
}

/** Words for numbers that may be codes; `values` are the different ones. */
export function codesWords(values: readonly number[]): Words {
  const sorted = values.toSorted((a, b) => a - b)
  return say`its answers are the numbers ${sorted.join(', ')} alone, which may stand for choices`
}

/** Words for a doubt without any figure, for where they may not be told. */
export function plainWords(doubt: Doubt): Words {
  switch (doubt.kind) {
    case 'below':
      return say`some answers are below ${doubt.min}, the least of the scale ${doubt.min}-${doubt.max}`
    case 'above':
      return say`some answers are above ${doubt.max}, the most of the scale ${doubt.min}-${doubt.max}`
    case 'dates':
      return say`some responses are dated far from all others`
    case 'undated':
      return say`some responses have no date`
    case 'personal':
      return personalWords(doubt.sign)
    case 'codes':
      return say`its answers are few different numbers, which may stand for choices`
  }
}

const labels: Readonly<Record<Choice, Words>> = {
  counted: say`Count them`,
  blank: say`Leave them out`,
  kept: say`Count these responses with their dates`,
  'left-out': say`Leave these responses out of all figures`,
  'import-day': say`Count these responses on the day of the import`,
  shown: say`Show it like other columns`,
  hidden: say`Hide it from filters, tables, search and exports`,
  number: say`Numbers, with a mean`,
  choices: say`Choices, which are counted`,
}

/** What a choice does, as a button says it. */
export function choiceLabel(choice: Choice): Words {
  return labels[choice]
}

const outcomes: Readonly<Record<Choice, Words>> = {
  counted: say`counted`,
  blank: say`left out`,
  kept: say`counted with these dates`,
  'left-out': say`left out of all figures`,
  'import-day': say`counted on the day of the import`,
  shown: say`shown like other columns`,
  hidden: say`hidden`,
  number: say`read as numbers`,
  choices: say`read as choices`,
}

/** A doubt with what was done about it: "3 of 205 answers are above 5 (9, 10): counted". */
export function withOutcome(words: Words, choice: Choice): Words {
  return listed([words, outcomes[choice]], ': ')
}
