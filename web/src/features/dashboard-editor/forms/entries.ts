import type { SettingInput } from './inputs.ts'

/** What a new entry of a list begins with; nothing is told of it before it is filled in. */
export function emptyEntry(entry: SettingInput): unknown {
  switch (entry.kind) {
    case 'nameOrGroup':
    case 'nameOrComponent':
      return ''
    case 'variants':
      return { [entry.by]: entry.variants[0]?.value ?? '' }
    default:
      return {}
  }
}
