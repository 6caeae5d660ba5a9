import { namingsOf } from '@gensvar/contract/configuration/check'
import type { SurveyMetadata } from '@gensvar/contract/configuration/check'
import type { ProblemPath } from '@gensvar/contract/configuration/problems'
import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import { LineCounter, isAlias, isMap, isPair, isScalar, isSeq, parseDocument, visit } from 'yaml'
import type { Document, Scalar } from 'yaml'
import { renameInText } from './rename-in-text.ts'
import { variableOf } from './rename.ts'
import type { Rename } from './rename.ts'

/** A configuration with another name in it. */
export interface RenamedConfiguration {
  text: string
  /** The lines that changed, with the place of each. */
  lines: { line: number; place: string }[]
  /** Lines where the old name stands by itself as something else, which stay. */
  left: number[]
}

/** Keys of the names in entries that can also be written as a name alone. */
const namingKeys: readonly string[] = ['indicator', 'value', 'question', 'extName', 'variable']

/**
 * Gives a question or a choice its other name wherever a configuration names it. Only these texts change: comments,
 * order and layout stay. `metadata` are the questions as they are before.
 */
export function renameInConfiguration(text: string, metadata: SurveyMetadata, rename: Rename): RenamedConfiguration {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  const parsed = surveyConfig.safeParse(document.toJS({ maxAliasCount: 50 }) ?? {})
  const edits = new Map<number, { end: number; put: string; place: string }>()
  const edit = (scalar: Scalar, place: ProblemPath, renamed: string): void => {
    if (!scalar.range || renamed === scalar.value) return
    edits.set(scalar.range[0], { end: scalar.range[1], put: written(scalar, renamed), place: place.join('.') })
  }
  if (parsed.success) {
    for (const { path, kind, text: named } of namingsOf(parsed.data, metadata)) {
      const renamed = renameInText(kind, named, rename)
      if (renamed === named) continue
      for (const scalar of scalarsAt(document, path, named)) edit(scalar, path, renamed)
    }
    const further = [renamedBands, renamedShares, renamedOthers].flatMap((renamedIn) => renamedIn(document, rename))
    for (const { scalar, path, renamed } of further) edit(scalar, path, renamed)
  }
  const ordered = [...edits].toSorted(([one], [other]) => one - other)
  const lineOf = (at: number): number => counter.linePos(at).line
  const renamed = ordered.reduceRight(
    (before, [start, { end, put }]) => before.slice(0, start) + put + before.slice(end),
    text,
  )
  return {
    text: renamed,
    lines: ordered.map(([start, { place }]) => ({ line: lineOf(start), place })),
    left: [...new Set(sameWords(document, rename.from, edits).map(lineOf))],
  }
}

/** The scalars at a path that hold a text; of an entry in its long form, the one with its name. */
function scalarsAt(document: Document, path: ProblemPath, text: string): Scalar[] {
  let node: unknown = document.contents
  for (const step of path) {
    const inner = resolved(document, node)
    const next = isMap(inner) ? inner.get(step, true) : isSeq(inner) ? inner.items[Number(step)] : undefined
    if (next === undefined) break
    node = next
  }
  const found = resolved(document, node)
  const candidates = isScalar(found)
    ? [found]
    : isSeq(found)
      ? found.items
      : isMap(found)
        ? found.items.flatMap(({ key, value }) =>
            isScalar(key) && namingKeys.includes(String(key.value)) ? [value] : [],
          )
        : []
  return candidates
    .map((candidate) => resolved(document, candidate))
    .filter((candidate): candidate is Scalar => isScalar(candidate) && candidate.value === text)
}

function resolved(document: Document, node: unknown): unknown {
  return isAlias(node) ? node.resolve(document) : node
}

/** `bands:` has variables as its keys and choices as its values. */
function renamedBands(document: Document, rename: Rename): { scalar: Scalar; path: ProblemPath; renamed: string }[] {
  const bands = document.getIn(['bands'], true)
  if (!isMap(bands)) return []
  const pair = bands.items.find(({ key }) => isScalar(key) && key.value === variableOf(rename))
  if (!pair || !isScalar(pair.key)) return []
  const path = ['bands', variableOf(rename)]
  if (rename.kind === 'variable') return [{ scalar: pair.key, path, renamed: rename.to }]
  const scalars = isSeq(pair.value) ? pair.value.items.flatMap((band) => (isSeq(band) ? band.items : [])) : []
  return scalars.flatMap((scalar) =>
    isScalar(scalar) && String(scalar.value) === rename.from ? [{ scalar, path, renamed: rename.to }] : [],
  )
}

/** `weights.shares` has variables as its keys, and below each of them choices. */
function renamedShares(document: Document, rename: Rename): { scalar: Scalar; path: ProblemPath; renamed: string }[] {
  const path = ['weights', 'shares']
  const shares = document.getIn(path, true)
  if (!isMap(shares)) return []
  const pair = shares.items.find(({ key }) => isScalar(key) && key.value === variableOf(rename))
  if (!pair || !isScalar(pair.key)) return []
  const at = [...path, variableOf(rename)]
  if (rename.kind === 'variable') return [{ scalar: pair.key, path: at, renamed: rename.to }]
  const choices = isMap(pair.value) ? pair.value.items : []
  return choices.flatMap(({ key }) =>
    isScalar(key) && String(key.value) === rename.from ? [{ scalar: key, path: at, renamed: rename.to }] : [],
  )
}

/** The questionnaire names choices that ask for words of their own. */
function renamedOthers(document: Document, rename: Rename): { scalar: Scalar; path: ProblemPath; renamed: string }[] {
  const path = ['questionnaire', 'questions']
  const questions = document.getIn(path, true)
  if (rename.kind === 'variable' || !isSeq(questions)) return []
  return questions.items.flatMap((asked, at) => {
    if (!isMap(asked) || asked.get('question') !== rename.variable) return []
    const scalar = asked.getIn(['other', 'choice'], true)
    return isScalar(scalar) && String(scalar.value) === rename.from
      ? [{ scalar, path: [...path, at, 'other', 'choice'], renamed: rename.to }]
      : []
  })
}

/** Where a word stands by itself and is not changed. */
function sameWords(document: Document, word: string, edits: ReadonlyMap<number, unknown>): number[] {
  const starts: number[] = []
  visit(document, {
    Scalar(key, node, path) {
      // The name of an indicator or a view is no name of a question.
      const parent = path.at(-1)
      if (key === 'key' && isPair(parent)) return
      if (node.value === word && node.range && !edits.has(node.range[0])) starts.push(node.range[0])
    },
  })
  return starts
}

/** A text as YAML, in the quotes it had. */
function written({ type }: Scalar, text: string): string {
  // What is folded over lines ends with its line.
  if (type === 'BLOCK_FOLDED' || type === 'BLOCK_LITERAL') return `${JSON.stringify(text)}\n`
  if (type === 'QUOTE_SINGLE') return `'${text.replaceAll("'", "''")}'`
  if (type === 'PLAIN' && /^[\p{L}_][\p{L}\p{N}_./()<>=+* -]*[\p{L}\p{N}_)]$/u.test(text) && !isOtherWord(text))
    return text
  return JSON.stringify(text)
}

/** A word that YAML reads as something else than a text. */
function isOtherWord(text: string): boolean {
  return text.includes(' #') || /^(true|false|null|yes|no|on|off|y|n)$/i.test(text)
}
