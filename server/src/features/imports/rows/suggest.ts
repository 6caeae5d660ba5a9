import type { importMapping, uploadResponse } from '@gensvar/contract/entities/imports'
import type { z } from 'zod'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { FileHead } from '../uploads/read-head.ts'
import type { RememberedMapping } from './store.ts'
import type { Uploader } from './uploader.ts'

type Mapping = z.output<typeof importMapping>
type Fields = z.input<typeof uploadResponse>['mapping']['columns']

/** How the columns of a file are probably linked: as the last time, else by names. */
export function suggestMapping(
  { config, access }: Uploader,
  fields: Fields,
  { columns }: FileHead,
  last: RememberedMapping | null,
): Mapping {
  const at = (name: string | undefined): number =>
    name === undefined ? -1 : columns.findIndex((column) => plain(column.name) === plain(name))
  const taken = new Set<number>()
  const fieldMapping: Record<string, number> = {}
  for (const { variable } of fields) {
    const names = namesOf(access.model, variable, fields)
    const index = [at(last?.fields[variable]), ...names.map(at)].find((one) => one >= 0 && !taken.has(one))
    if (index === undefined) continue
    taken.add(index)
    fieldMapping[variable] = index
  }
  const states = config.states.map(String)
  const key = last?.key && at(last.key.name) >= 0 ? { by: last.key.by, idx: at(last.key.name) } : null
  return { state: last && states.includes(last.state) ? last.state : (states[0] ?? '1'), fieldMapping, key }
}

function namesOf({ questions }: SurveyModel, variable: string, fields: Fields): string[] {
  const question = questions.get(variable)
  const title = fields.find((field) => field.variable === variable)?.title ?? ''
  const titles = typeof title === 'string' ? [title] : Object.values(title)
  return [variable, ...titles, ...Object.values(question?.title ?? {}), ...Object.values(question?.wording ?? {})]
}

/** Names differ in case, spaces and punctuation. */
function plain(name: string): string {
  return name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
