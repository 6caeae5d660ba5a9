import { beforeAll, expect, test } from 'vitest'
import { startI18n } from '#web/lib/i18n.ts'
import { loadLaterTexts } from '#web/lib/later-texts.ts'
import type { SuggestCode } from '#web/ui/code-editor/code-types.ts'
import { syntaxErrors } from '#web/ui/code-editor/syntax-errors.ts'
import { checkYaml } from './words/check-yaml.ts'
import { suggestScript } from './words/suggest-script.ts'
import { suggestYaml } from './words/suggest-yaml.ts'

beforeAll(async () => {
  await startI18n('en')
  await loadLaterTexts('en')
})

/** What is suggested where the bar stands in a text. */
function at(suggest: SuggestCode, marked: string): string[] {
  const offset = marked.indexOf('|')
  const text = marked.replace('|', '')
  const before = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset)
  return suggest({ text, offset, before })?.suggestions.map(({ label }) => label) ?? []
}

const yaml = suggestYaml([{ name: 'helpful', title: 'Helpful staff' }])
const page = 'pages:\n  - extname: overview\n    components:\n'

test('keys of a configuration are suggested by their place', () => {
  expect(at(yaml, 'version: 1\n|')).toEqual(expect.arrayContaining(['pages', 'indicators', 'filters']))
  expect(at(yaml, 'pages:\n  - ti|')).toContain('title')
  expect(at(yaml, 'pages:\n  - extname: overview\n    |\nfilters: {}\n')).toContain('components')
  expect(at(yaml, 'pages:\n  - |')).not.toContain('pages')
  expect(at(yaml, '# pages: |')).toEqual([])
})

test('types of components are suggested, and the keys of the type that is chosen', () => {
  expect(at(yaml, `${page}      - type: |`)).toEqual(expect.arrayContaining(['ranking-table', 'results-block']))
  const keys = at(yaml, `${page}      - type: development-chart\n        config:\n          |`)
  expect(keys).toEqual(expect.arrayContaining(['id', 'size', 'title']))
  const others = at(yaml, `${page}      - type: ranking-table\n        config:\n          |`)
  expect(new Set(others)).not.toEqual(new Set(keys))
})

test('values that are named are suggested, and questions of the survey where one is asked for', () => {
  expect(at(yaml, 'dated: |')).toEqual(['true', 'false'])
  expect(at(yaml, 'eventDate: |')).toEqual(['helpful'])
})

test('what is wrong with a configuration is found with line and column', () => {
  expect(checkYaml('version: 1\npages:\n  - extname: a\n')).toEqual([])
  expect(checkYaml('version: 1\n\tpages: []\n')).toMatchObject([{ line: 2, message: 'Use spaces here, not tabs.' }])
  expect(checkYaml('pages:\n  - extname: a\n    colour: red\n')).toEqual([
    { line: 3, column: 5, severity: 'error', message: 'There is no “colour” here.' },
  ])
  expect(checkYaml('version: 1\nversion: 1\n')).toMatchObject([{ line: 2, message: 'This key is here twice.' }])
})

test('functions of the host, fields of the input and places that are not JavaScript are found', () => {
  const script = suggestScript('GENERIC')
  expect(at(script, 'function main(input) {\n  host.|')).toEqual(['figure', 'question', 'log'])
  expect(at(script, 'host.log.|')).toEqual(expect.arrayContaining(['info', 'warning']))
  expect(at(script, 'input.|')).toEqual(['now', 'interview'])
  expect(at(script, 'input.interview?.|')).toEqual(['id', 'eventDate', 'answers'])
  expect(at(script, 'other.|')).toEqual([])
  expect(at(script, 'answers.|')).toEqual([])
  expect(syntaxErrors('function main() {}\n')).toEqual([])
  expect(syntaxErrors('function main() {\n  let = = 2\n}\n')).toMatchObject([{ line: 2 }])
})

test('questions of the survey are suggested as fields of answers and where the host is asked for one', () => {
  const script = suggestScript('GENERATE_ALERT', [{ name: 'helpful', title: 'Helpful staff' }])
  const asked = ['input.interview.answers.|', 'interview.answers?.hel|', "host.question('|", 'host.question("hel|"']
  for (const text of asked) expect(at(script, text)).toEqual(['helpful'])
  expect(at(script, 'input.interview.|')).toEqual(['id', 'eventDate', 'answers'])
  expect(at(script, "host.question('helpful').|")).toEqual([])
  const text = 'answers.hel'
  expect(script({ text, offset: text.length, before: text })).toEqual({
    from: 'answers.'.length,
    suggestions: [{ label: 'helpful', kind: 'property', detail: 'Helpful staff' }],
  })
})

test('fields are suggested of what was taken from the input, and while it is being taken', () => {
  const script = suggestScript('GENERATE_ALERT', [{ name: 'helpful', title: 'Helpful staff' }])
  const interview = ['id', 'eventDate', 'answers']
  expect(at(script, 'function main({ | })')).toEqual(at(script, 'input.|'))
  expect(at(script, 'function main({ interview: { | } }) {}')).toEqual(interview)
  expect(at(script, 'function main({ now = 1, interview: { id, an|')).toEqual(interview)
  expect(at(script, 'function main({ interview: { answers: { hel|')).toEqual(['helpful'])
  expect(at(script, 'function main({ now, interview }) {\n  interview.|')).toEqual(interview)
  expect(at(script, 'async function main({ interview: visit }) {\n  return visit?.|')).toEqual(interview)
  expect(at(script, 'const main = async (given) => {\n  given.interview.|')).toEqual(interview)
  const declared =
    'function main(given) {\n  const { interview: { answers }, ...others } = given\n  const visit = given.interview\n'
  expect(at(script, `${declared}  visit.|`)).toEqual(interview)
  expect(at(script, `${declared}  const { | } = visit`)).toEqual(interview)
  expect(at(script, `${declared}  answers.|`)).toEqual(['helpful'])
  // Of names that stand for something else, nothing is known.
  expect(at(script, `${declared}  const made = other()\n  made.|`)).toEqual([])
  expect(at(script, 'function main({ interview }) {\n  other.interview.|')).toEqual([])
  expect(at(script, 'function main({ interview }) {\n  const { | } = other')).toEqual([])
  expect(at(script, 'function main({ interview }) {\n  const list = [|')).toEqual([])
})
