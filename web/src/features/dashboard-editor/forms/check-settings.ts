import type { z } from 'zod'
import { likeliestBranch } from '@gensvar/contract/configuration/problems'
import { isRecord, isWithin, pathText, valueAt, withValue } from './values.ts'
import type { SettingPath } from './values.ts'
import { wordsOf } from './issue-words.ts'

/** What is wrong with a setting, in the language shown. */
export interface SettingProblem {
  path: SettingPath
  words: string
}

/** What a schema says about settings: what is wrong, and which keys it does not know. */
export interface Checked {
  problems: SettingProblem[]
  /** Paths of keys that stand in the text and have no field. */
  unknown: SettingPath[]
}

type Issue = z.core.$ZodIssue

/** An issue with those of the alternative that a value was probably meant for. */
function flat(issue: Issue, outer: SettingPath): { issue: Issue; path: SettingPath }[] {
  const path = [...outer, ...(issue.path as (string | number)[])]
  const branch = issue.code === 'invalid_union' ? likeliestBranch(issue.errors) : undefined
  return branch?.flatMap((inner) => flat(inner, path)) ?? [{ issue, path }]
}

/** Checks settings by their schema. Keys that it does not know are told apart and do not hide what else is wrong. */
export function checkSettings(schema: z.ZodType, value: unknown): Checked {
  const unknown: SettingPath[] = []
  let rest = value
  for (;;) {
    const issues = (schema.safeParse(rest).error?.issues ?? []).flatMap((issue) => flat(issue, []))
    const found = issues.flatMap(({ issue, path }) =>
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [],
    )
    const known = found.filter((path) => valueAt(rest, path) !== undefined)
    unknown.push(...known)
    for (const path of known) rest = withValue(rest, path, undefined)
    if (known.length > 0) continue
    const problems = issues.map(({ issue, path }) => ({ path, words: wordsOf(issue, valueAt(rest, path)) }))
    return { problems, unknown }
  }
}

/** Whether a change has brought neither a problem nor an unknown key that was not there before. */
export function bringsNothingWrong(after: Checked, before: Checked): boolean {
  const textsOf = ({ problems, unknown }: Checked) => [
    ...problems.map(({ path, words }) => `${pathText(path)} ${words}`),
    ...unknown.map(pathText),
  ]
  const known = new Set(textsOf(before))
  return textsOf(after).every((one) => known.has(one))
}

/** What is wrong with a field: at its path, or inside a value that is entered as one, such as a text by language. */
export function problemAt(
  problems: readonly SettingProblem[],
  path: SettingPath,
  isWhole: boolean,
): string | undefined {
  return problems.find((one) => (isWhole ? isWithin(one.path, path) : pathText(one.path) === pathText(path)))?.words
}

/** The keys of a component's unknown settings that are right in it, not in an entry of a list. */
export function keysWithin(unknown: readonly SettingPath[], path: SettingPath): string[] {
  return unknown.filter((one) => one.length === path.length + 1 && isWithin(one, path)).map((one) => String(one.at(-1)))
}

/** Settings as far as they are keys with values. */
export function asSettings(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}
