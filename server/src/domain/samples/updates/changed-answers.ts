import type { HookOutput } from '@gensvar/contract/script-types/index'
import { translate } from '#server/platform/translate.ts'
import { plainField, targetOf } from '../fields.ts'
import type { FieldSource } from '../fields.ts'
import { readFields } from '../read-fields.ts'
import type { FieldValues, ReadFields } from '../read-fields.ts'
import type { UpdatedRow } from './update-store.ts'

/** What a script's answers make of a response, and what of them is wrong, in words for its events. */
export interface ChangedAnswers extends Pick<ReadFields, 'after' | 'changed'> {
  problems: string[]
}

/** Reads answers as the editor of samples does; those that are wrong are left out. Writes nothing. */
export function changedAnswers(
  source: FieldSource,
  row: UpdatedRow,
  answers: NonNullable<NonNullable<HookOutput<'HANDLE_SAMPLE_UPDATED'>>['answers']>,
): ChangedAnswers {
  const problems: string[] = []
  let values: FieldValues = {}
  for (const [name, value] of Object.entries(answers))
    if (targetOf(source.access.model, name)?.kind !== 'question') problems.push(`There is no question "${name}"`)
    else values = { ...values, [name]: typeof value === 'number' ? String(value) : value }
  for (;;) {
    const defs = Object.keys(values).map((name) => plainField(name))
    const { after, changed, messages } = readFields(source, row, values, { defs, everything: false })
    if (messages.size === 0) return { after, changed, problems }
    for (const [name, words] of messages)
      problems.push(`${name}: ${words.map((one) => translate(one, 'en')).join(' ')}`)
    const left = Object.entries(values).filter(([name]) => !messages.has(name))
    // What is wrong with a place may be told at a level above those that were given.
    values = left.length < defs.length ? Object.fromEntries(left) : {}
  }
}
