import type { PageConfig } from '@gensvar/contract/configuration/pages'
import { read } from './text-place.ts'

type Kind = NonNullable<PageConfig['kind']>

const kinds: readonly Kind[] = ['rankings', 'alerts', 'samples']

/** A component of a page as the text has it. */
export interface DraftComponent {
  type: string
  id: string
  size: number
  title: unknown
  config: Record<string, unknown>
}

/** A page of a text. */
export interface DraftPage {
  extname: string
  /** In the language shown; its name where it has none. */
  title: string
  /** Whether it has a title for each language. */
  hasTitles: boolean
  kind: Kind | null
  components: readonly DraftComponent[]
}

/** What the editor needs of a text. */
export interface DraftOutline {
  pages: readonly DraftPage[]
  /** The whole value. */
  value: Record<string, unknown>
}

/** Whether a value is a map. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const nameOf = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** A component of its value in a text, whatever that is. */
export function componentOf(value: unknown): DraftComponent {
  const { type, config } = isRecord(value) ? value : {}
  const settings = isRecord(config) ? config : {}
  const { id, size, title } = settings
  return { type: nameOf(type), id: nameOf(id), size: typeof size === 'number' ? size : 12, title, config: settings }
}

function pageOf(value: unknown, titleOf: (title: unknown) => string): DraftPage {
  const { extname, title, kind, components } = isRecord(value) ? value : {}
  const name = nameOf(extname)
  return {
    extname: name,
    title: titleOf(title) || name,
    hasTitles: isRecord(title),
    kind: kinds.find((one) => one === kind) ?? null,
    components: listOf(components).map(componentOf),
  }
}

/** The value at a path inside another one; undefined where it leads nowhere. */
export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (typeof key === 'number') return listOf(inner)[key]
    return isRecord(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined
  }, value)
}

/** The value of a text; null where it cannot be read or is no map. */
export function valueOf(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = read(text).toJS({ maxAliasCount: 50 }) ?? {}
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

/** The pages and components of a value. `titleOf` says a title in the language shown. */
export function outlineOf(value: Record<string, unknown>, titleOf: (title: unknown) => string): DraftOutline {
  return { value, pages: listOf(value['pages']).map((page) => pageOf(page, titleOf)) }
}
