import { Count, Name, Words } from '@gensvar/contract/say'
import type { StoredValue, StoredWords } from '#server/platform/db-task-types.ts'

/** Words as stored with a task, to be said later in the language of whoever reads it. */
export function storeWords(words: Words): StoredWords {
  return { text: String(words), template: words.template, values: words.values.map(storeValue) }
}

/** Stored words as words again. */
export function readWords({ template, values }: StoredWords): Words {
  return new Words(template, values.map(readValue))
}

type Value = Words['values'][number]

function storeValue(value: Value): StoredValue {
  if (value instanceof Words) return storeWords(value)
  if (value instanceof Count) return { count: value.number }
  if (value instanceof Name) return { name: typeof value.text === 'string' ? { en: value.text } : { ...value.text } }
  return value
}

function readValue(value: StoredValue): Value {
  if (typeof value !== 'object') return value
  if ('template' in value) return readWords(value)
  return 'count' in value ? new Count(value.count) : new Name(value.name)
}
