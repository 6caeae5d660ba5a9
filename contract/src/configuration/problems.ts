import type { z } from 'zod'
import { say } from '../say.ts'
import type { Words } from '../say.ts'
import { knownKeys } from './known-keys.ts'
import { didYouMean } from './suggest.ts'

/** The place of a value in a configuration: keys and list positions from the outermost inwards. */
export type ProblemPath = (string | number)[]

/**
 * Something wrong with a configuration. An `error` keeps it from being saved; a `warning` is shown beside it;
 * a `notice` says what this version leaves out.
 */
export interface ConfigurationProblem {
  path: ProblemPath
  message: string
  severity: 'error' | 'warning'
}

/** A problem whose `words` can be said in the reader's language; hints at a configuration's keys stay English. */
export interface ShapeProblem extends ConfigurationProblem {
  words: Words
}

/** A configuration with every default filled in, or what is wrong with it. */
export type ShapeResult<Data> = { data: Data; problems: [] } | { data: null; problems: ShapeProblem[] }

/** Reads a configuration or a request by its schema; what is wrong is said in plain words, each with its path. */
export function checkShape<Schema extends z.ZodType>(schema: Schema, input: unknown): ShapeResult<z.output<Schema>> {
  // zod's messages are plain strings; this finds the words each was made from.
  const said = new Map<string, Words>()
  const result = schema.safeParse(input ?? {}, {
    error: (issue) => {
      const words = plainWords(issue)
      if (words) said.set(String(words), words)
      return words && String(words)
    },
  })
  const lost = lostNames(input, [])
  if (result.success && lost.length === 0) return { data: result.data, problems: [] }
  const issues = result.success ? [] : result.error.issues
  const problems = [...lost, ...issues.flatMap((issue) => problemsOf(issue, [], schema, input ?? {}))]
  return {
    data: null,
    problems: problems.map((problem) => ({ ...problem, words: said.get(problem.message) ?? say`${problem.message}` })),
  }
}

/** zod silently drops the key `__proto__`, so what is under it would be lost unnoticed. */
function lostNames(value: unknown, path: ProblemPath): ConfigurationProblem[] {
  if (typeof value !== 'object' || value === null || path.length > 100) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === '__proto__'
      ? [error([...path, key], `'${key}' cannot be a name here`)]
      : lostNames(inner, [...path, Array.isArray(value) ? Number(key) : key]),
  )
}

type Issue = z.core.$ZodIssue

function problemsOf(issue: Issue, outer: ProblemPath, schema: z.ZodType, input: unknown): ConfigurationProblem[] {
  const path = [...outer, ...(issue.path as ProblemPath)]
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, path, input)
    return issue.keys.map((key) => error([...path, key], unknownKey(key, known)))
  }
  if (issue.code === 'invalid_union') {
    const branch = likeliestBranch(issue.errors)
    if (branch) return branch.flatMap((inner) => problemsOf(inner, path, schema, input))
    return [error(path, alternativesWords(issue, valueAt(input, path)))]
  }
  if (issue.code === 'invalid_key') {
    const key = path.at(-1)
    return issue.issues.map((inner) => error(path, `'${key}' cannot be a name here: ${inner.message}`))
  }
  if (issue.code === 'invalid_value' && issue.values.length > 0) {
    const given = valueAt(input, path)
    const hint = typeof given === 'string' ? didYouMean(given, issue.values.map(String)) : ''
    return [error(path, `${issue.message}${hint}`)]
  }
  return [error(path, issue.message)]
}

function error(path: ProblemPath, message: string): ConfigurationProblem {
  return { path, message, severity: 'error' }
}

function unknownKey(key: string, known: readonly string[]): string {
  const hint = didYouMean(key, known)
  if (hint) return `unknown key '${key}'${hint}`
  return known.length === 0 ? `unknown key '${key}'` : `unknown key '${key}'; known here: ${known.join(', ')}`
}

/**
 * The alternative of a union that a value was probably meant for: the one whose problems lie deepest inside the value.
 * Alternatives that reject the value because it belongs to another one are skipped. Undefined if all of them reject the
 * value itself rather than something inside it.
 */
export function likeliestBranch(branches: readonly Issue[][]): Issue[] | undefined {
  const own = branches.filter((branch) => !branch.some(isForOtherBranch))
  if (own.length === 1) return own[0]
  let best: Issue[] | undefined
  let bestDepth = 0
  for (const branch of own) {
    const depth = Math.max(0, ...branch.map((issue) => issueDepth(issue)))
    if (depth > bestDepth) {
      best = branch
      bestDepth = depth
    }
  }
  return best
}

function isForOtherBranch(issue: Issue): boolean {
  return issue.code === 'custom' && issue.params?.otherBranch === true
}

function issueDepth(issue: Issue): number {
  if (issue.code === 'unrecognized_keys') return issue.path.length + 1
  if (issue.code !== 'invalid_union') return issue.path.length
  return issue.path.length + Math.max(0, ...issue.errors.flat().map(issueDepth))
}

/** Says what a value that matches none of the alternatives could have been. */
function alternativesWords(issue: z.core.$ZodIssueInvalidUnion, given: unknown): string {
  if (given === undefined) return 'is missing'
  const listed = 'options' in issue && Array.isArray(issue.options) ? issue.options.map(String) : []
  const values = [
    ...listed,
    ...issue.errors.flat().flatMap((inner) => (inner.code === 'invalid_value' ? inner.values.map(String) : [])),
  ]
  const wanted = issue.errors
    .flat()
    .flatMap((inner) => (inner.code === 'invalid_type' ? [String(kinds[inner.expected] ?? inner.expected)] : []))
  const all = [...new Set([...values, ...wanted])]
  const hint = typeof given === 'string' ? didYouMean(given, values) : ''
  return all.length === 0 ? `cannot be ${String(kindOf(given))}` : `must be ${all.join(' or ')}${hint}`
}

function valueAt(input: unknown, path: ProblemPath): unknown {
  return path.reduce<unknown>((value, step) => {
    return typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined
  }, input)
}

const kinds: Record<string, Words> = {
  string: say`a text`,
  number: say`a number`,
  int: say`a whole number`,
  boolean: say`true or false`,
  array: say`a list`,
  tuple: say`a list`,
  object: say`keys with values`,
  record: say`keys with values`,
}

function kindOf(value: unknown): Words {
  if (value === null) return say`nothing`
  if (Array.isArray(value)) return say`a list`
  return kinds[typeof value] ?? say`something else`
}

/** Our words in place of zod's own messages. */
function plainWords(issue: z.core.$ZodRawIssue): Words | undefined {
  switch (issue.code) {
    case 'invalid_type': {
      const wanted = kinds[issue.expected] ?? issue.expected
      // The result of converting a text that is no number.
      if (Number.isNaN(issue.input)) return say`must be ${wanted}`
      return issue.input === undefined
        ? say`is missing: ${wanted} is needed`
        : say`must be ${wanted}, not ${kindOf(issue.input)}`
    }
    case 'invalid_value':
      return issue.values.length === 1
        ? say`must be ${String(issue.values[0])}`
        : say`must be one of ${issue.values.map(String).join(', ')}`
    case 'too_small':
      return leastWords(issue.origin, Number(issue.minimum))
    case 'too_big':
      return mostWords(issue.origin, Number(issue.maximum))
    case 'invalid_format':
      return formats[issue.format] ?? undefined
    default:
      return undefined
  }
}

const formats: Record<string, Words> = {
  email: say`is not an e-mail address`,
  url: say`is not a web address; write it with https://`,
}

function leastWords(origin: string, limit: number): Words {
  if (origin === 'string') return limit === 1 ? say`must not be empty` : say`must have at least ${limit} characters`
  if (origin === 'array') return limit === 1 ? say`must have at least 1 item` : say`must have at least ${limit} items`
  return say`must be at least ${limit}`
}

function mostWords(origin: string, limit: number): Words {
  if (origin === 'string') return say`must have at most ${limit} characters`
  if (origin === 'array') return limit === 1 ? say`must have at most 1 item` : say`must have at most ${limit} items`
  return say`must be at most ${limit}`
}
