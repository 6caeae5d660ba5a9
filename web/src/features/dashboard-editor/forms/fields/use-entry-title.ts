import { useMemo } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import type { LocalText } from '@gensvar/contract/local-text'
import { useFormParts } from '../form-context.ts'
import type { SettingInput } from '../inputs.ts'
import { nameSource } from '../name-sources.ts'
import { namesFor, titleOfName } from '../survey-facts.ts'
import { kindTitle, useTexts, valueLabel } from '../texts.ts'
import { isRecord } from '../values.ts'

/** Keys that tell what an entry is, the first that is there. */
const telling = ['title', 'text', 'extname', 'variable', 'question', 'tableName', 'template', 'views', 'roles']

const isText = (value: unknown): value is LocalText => typeof value === 'string' || isRecord(value)

/** Names the entries of a list, each by what it holds, else by its position. */
export function useEntryTitle(id: string, entry: SettingInput): (value: unknown, at: number) => string {
  const t = useTexts()
  const words = useLocalText()
  const { facts } = useFormParts()
  const source =
    entry.kind === 'nameOrGroup'
      ? (nameSource(`${id}.${entry.main}`) ?? null)
      : entry.kind === 'nameOrComponent'
        ? entry.source
        : null
  const groups = useMemo(() => (source === null ? [] : namesFor(source, facts)), [source, facts])

  function told(value: Record<string, unknown>): string {
    for (const key of telling) {
      const one = value[key]
      const title = Array.isArray(one) ? one.join(', ') : isText(one) ? words(one) : ''
      if (title !== '') return title
    }
    return ''
  }

  return (value, at) => {
    const numbered = t('entryNumber', { number: at + 1 })
    if (typeof value === 'string') return value === '' ? numbered : titleOfName(groups, value)
    if (!isRecord(value)) return numbered
    const main = entry.kind === 'nameOrGroup' ? value[entry.main] : undefined
    if (typeof main === 'string' && main !== '') {
      const own = told(value)
      return own === '' ? titleOfName(groups, main) : own
    }
    const { type } = value
    if (entry.kind === 'variants' && typeof type === 'string') {
      const own = told(value)
      return own === '' ? valueLabel(`${id}.type`, type) : `${valueLabel(`${id}.type`, type)}: ${own}`
    }
    if (isRecord(value['config']) && typeof type === 'string') {
      const own = told(value['config'])
      return own === '' ? kindTitle(type) : `${kindTitle(type)}: ${own}`
    }
    return told(value) || numbered
  }
}
