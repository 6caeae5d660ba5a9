import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { isMap, isScalar, isSeq, parseDocument } from 'yaml'
import type { Pair, YAMLMap, YAMLSeq } from 'yaml'

/** The sections whose entries have names: the key of the name in lists, null for mappings. */
const named: Readonly<Record<string, string | null>> = {
  views: null,
  indicators: null,
  details: null,
  bands: null,
  respondent: null,
  filters: null,
  pages: 'extname',
  groups: 'extname',
  alerts: 'extname',
  announcements: 'extName',
}

/** Keys of the named lists inside sections. */
const namedInside: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  filters: { standard: 'key', time: 'key' },
}

/** A file with all of these says everything that the dashboard shows. */
const whole = ['indicators', 'filters', 'pages'] as const

/** Whether a configuration replaces the generated one instead of adding to it. */
export function isComplete(text: string): boolean {
  const given = parseDocument(text)
  return whole.every((section) => given.has(section))
}

/**
 * Adds a configuration to another: entries with names are added or replace those of the same name, other settings
 * replace theirs. `replaced` names what is lost, such as "page overview".
 */
export function mergeConfigurations(base: string, added: string): { text: string; replaced: Words[] } {
  const [document, given] = [parseDocument(base), parseDocument(added)]
  const replaced: Words[] = []
  if (!isMap(document.contents)) return { text: added, replaced }
  if (!isMap(given.contents)) return { text: base, replaced }
  for (const pair of given.contents.items) mergeSection(document.contents, pair, replaced)
  document.commentBefore = bothComments(document.commentBefore, given.commentBefore)
  return { text: document.toString({ lineWidth: 0, flowCollectionPadding: true }), replaced }
}

function mergeSection(sections: YAMLMap, pair: Pair, replaced: Words[]): void {
  const name = nameOfPair(pair)
  const before = pairOf(sections, name)
  const listKey = named[name]
  if (isMap(before?.value) && isMap(pair.value) && listKey === null) {
    mergeMaps(before.value, pair.value, name, replaced)
    keepComment(before, pair)
  } else if (isSeq(before?.value) && isSeq(pair.value) && typeof listKey === 'string') {
    mergeLists(before.value, pair.value, listKey, name, replaced)
    keepComment(before, pair)
  } else putPair(sections, pair, say`${name}`, replaced)
}

function mergeMaps(before: YAMLMap, given: YAMLMap, section: string, replaced: Words[]): void {
  for (const pair of given.items) {
    const name = nameOfPair(pair)
    const known = pairOf(before, name)
    const listKey = namedInside[section]?.[name]
    if (listKey !== undefined && isSeq(known?.value) && isSeq(pair.value))
      mergeLists(known.value, pair.value, listKey, section, replaced)
    else putPair(before, pair, say`${wordsFor(section)} ${name}`, replaced)
  }
}

/** Adds an entry, or replaces the value of the one with its name. */
function putPair(map: YAMLMap, pair: Pair, words: Words, replaced: Words[]): void {
  const before = pairOf(map, nameOfPair(pair))
  if (!before) {
    map.items.push(pair)
    return
  }
  if (!isSame(before.value, pair.value)) replaced.push(words)
  before.value = pair.value
  keepComment(before, pair)
}

function keepComment(before: Pair, given: Pair): void {
  if (isScalar(before.key) && isScalar(given.key))
    before.key.commentBefore = bothComments(before.key.commentBefore, given.key.commentBefore)
}

function bothComments(before: string | null | undefined, given: string | null | undefined): string | null {
  if (given == null || before?.includes(given)) return before ?? null
  return before == null ? given : `${before}\n${given}`
}

function pairOf(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find((pair) => nameOfPair(pair) === name)
}

function mergeLists(before: YAMLSeq, given: YAMLSeq, key: string, section: string, replaced: Words[]): void {
  for (const item of given.items) {
    const name = nameOf(item, key)
    const at = before.items.findIndex((known) => name !== null && nameOf(known, key) === name)
    if (at < 0) {
      before.add(item)
      continue
    }
    if (!isSame(before.items[at], item)) replaced.push(say`${wordsFor(section)} ${name ?? ''}`)
    before.items[at] = item
  }
}

const sectionWords: Readonly<Record<string, Words>> = {
  views: say`view`,
  indicators: say`indicator`,
  filters: say`filters`,
  pages: say`page`,
  groups: say`group`,
  alerts: say`alert`,
}

function wordsFor(section: string): Words | string {
  return sectionWords[section] ?? section
}

function nameOfPair({ key }: Pair): string {
  return isScalar(key) ? String(key.value) : String(key)
}

function nameOf(item: unknown, key: string): string | null {
  const name: unknown = isMap(item) ? item.get(key) : undefined
  return typeof name === 'string' ? name : null
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}
