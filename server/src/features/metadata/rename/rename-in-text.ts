import { commentFacets, facetName } from '@gensvar/contract/comment-questions'
import { PathError, parsePath, printPath } from '@gensvar/contract/drill-path'
import type { PathToken } from '@gensvar/contract/drill-path'
import { ExpressionError, aggregatesOf, parseExpression } from '@gensvar/contract/expression'
import type { Aggregate } from '@gensvar/contract/expression'
import { isPlainWord, tokenize } from '@gensvar/contract/expression-tokens'
import type { Token } from '@gensvar/contract/expression-tokens'
import { parseRule, printLiteral, printVariable, usesOfRule } from '@gensvar/contract/row-rule'
import type { VariableUse } from '@gensvar/contract/row-rule'
import type { Naming } from '@gensvar/contract/configuration/check'
import { variableOf } from './rename.ts'
import type { Rename } from './rename.ts'

/** A text with another name in it; as it is where it does not have the name, or cannot be read. */
export function renameInText(kind: Naming['kind'], text: string, rename: Rename): string {
  switch (kind) {
    case 'name':
      return renameName(text, rename)
    case 'template':
      return rename.kind === 'variable' ? text.replaceAll(`{${rename.from}}`, () => `{${rename.to}}`) : text
    case 'path':
      return renameInPath(text, rename)
    case 'rule':
    case 'expression':
      return renameInExpression(text, rename)
  }
}

/** A name by itself. */
export function renameName(text: string, rename: Rename): string {
  return rename.kind === 'variable' ? (otherNames(rename.from, rename.to).get(text) ?? text) : text
}

/** A question's other name, and those of what can be asked of its comments. */
function otherNames(from: string, to: string): Map<string, string> {
  return new Map([[from, to], ...commentFacets.map((facet) => [facetName(facet, from), facetName(facet, to)] as const)])
}

/** A drill path, or a part of one. */
export function renameInPath(text: string, rename: Rename): string {
  try {
    const tokens = parsePath(text)
    const renamed = tokens.map((token) => renameToken(token, rename))
    return renamed.some((token, at) => token !== tokens[at]) ? printPath(renamed) : text
  } catch (error) {
    if (error instanceof PathError) return text
    throw error
  }
}

function renameToken(token: PathToken, rename: Rename): PathToken {
  if (rename.kind === 'variable') {
    const name = renameName(token.name, rename)
    return name === token.name ? token : { ...token, name }
  }
  if (token.name !== variableOf(rename)) return token
  const isMeant = ({ text, contains, none }: PathToken['values'][number]): boolean =>
    text === rename.from && !contains && none !== true
  if (!token.values.some(isMeant)) return token
  return { ...token, values: token.values.map((value) => (isMeant(value) ? { ...value, text: rename.to } : value)) }
}

/** An indicator's expression, or a rule on rows; everything else in it stays as it is written. */
export function renameInExpression(text: string, rename: Rename): string {
  const uses = usesIn(text)
  const variable = variableOf(rename)
  const own = uses.filter(({ name }) =>
    rename.kind === 'variable' ? renameName(name, rename) !== name : name === variable,
  )
  if (own.length === 0) return text
  const tokens = tokenize(text)
  const starts = new Set(uses.map(({ position }) => position))
  const edits = own.flatMap(({ name, position }) => {
    const at = tokens.findIndex(({ start }) => start === position)
    const token = tokens[at]
    if (!token) return []
    if (rename.kind === 'variable')
      return [{ token, text: printVariable({ name: renameName(name, rename), position: 0 }) }]
    return literalsAfter(text, tokens, at, starts)
      .filter((literal) => literal.text === rename.from)
      .map((literal) => ({ token: literal, text: printLiteral({ kind: 'text', text: rename.to }) }))
  })
  return edits
    .toSorted((one, other) => other.token.start - one.token.start)
    .reduce((before, { token, text: put }) => before.slice(0, token.start) + put + before.slice(token.end), text)
}

/** Where variables are used in a rule or an expression; nowhere in a text that is neither. */
function usesIn(text: string): VariableUse[] {
  const read = (parse: () => VariableUse[]): VariableUse[] | null => {
    try {
      return parse()
    } catch (error) {
      if (error instanceof ExpressionError) return null
      throw error
    }
  }
  const ofExpression = read(() => {
    const { body, where } = parseExpression(text)
    return [...aggregatesOf(body).flatMap(usesOfAggregate), ...(where ? usesOfRule(where) : [])]
  })
  return ofExpression ?? read(() => usesOfRule(parseRule(text))) ?? []
}

function usesOfAggregate(aggregate: Aggregate): VariableUse[] {
  if ('variables' in aggregate) return aggregate.variables
  return 'variable' in aggregate ? [aggregate.variable] : []
}

/** The values that a variable is compared with, up to the next variable or the end of its comparison or function. */
function literalsAfter(
  text: string,
  tokens: readonly Token[],
  at: number,
  starts: ReadonlySet<number>,
): { text: string; start: number; end: number }[] {
  const found: { text: string; start: number; end: number }[] = []
  let depth = 0
  for (let next = at + 1; next < tokens.length; next++) {
    const token = tokens[next]
    if (!token || token.kind === 'end' || starts.has(token.start)) break
    if (token.text === '(' && token.kind === 'symbol') depth++
    else if (token.text === ')' && token.kind === 'symbol') {
      depth--
      if (depth <= 0) break
    } else if (token.kind === 'string') found.push(token)
    else if (isPart(token)) {
      let end = token.end
      while (isPart(tokens[next + 1]) && tokens[next + 1]?.start === end) end = tokens[++next]?.end ?? end
      const literal = { text: text.slice(token.start, end), start: token.start, end }
      // A word such as `and` ends the comparison; `in` and `not` stand before its values.
      if (token.kind === 'word' && end === token.end && !isPlainWord(literal.text)) {
        if (depth === 0 && ['and', 'or', 'where'].includes(literal.text.toLowerCase())) break
      } else found.push(literal)
    }
  }
  return found
}

function isPart(token: Token | undefined): boolean {
  return token !== undefined && (token.kind === 'word' || token.kind === 'number' || token.text === '-')
}
