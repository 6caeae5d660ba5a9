import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { insertScript, insertScriptVersion } from '#server/domain/build/script.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { listKeptScripts } from '#server/features/scripts/import-scripts.ts'
import type { ScriptOwner } from '#server/features/scripts/store.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { runForTest } from '../testing/run-for-test.ts'
import { scriptsExport } from './scripts-export.ts'
import { scriptsImport } from './scripts-import.ts'

let board: Dashboard
let other: Dashboard
let folder = ''

beforeAll(async () => {
  board = await openDashboard()
  other = await openDashboard()
})
afterAll(async () => {
  await board.close()
  await other.close()
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gensvar-scripts-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
  const { db } = board.deps
  await db.deleteFrom('script').where('script_type', '<>', 'CONFIGURATION').execute()
})

const at = (...parts: string[]) => join(folder, ...parts)
const main = (answer: string) => `function main(input) {\n  return ${answer}\n}\n`

/** The options that name the survey of a dashboard. */
async function ofSurvey({ survey, universeId, deps }: Dashboard): Promise<string[]> {
  const { name } = await deps.db
    .selectFrom('universe')
    .where('id', '=', universeId)
    .select('name')
    .executeTakeFirstOrThrow()
  return ['--survey', survey, '--universe', name]
}

async function exported(from = board) {
  return runForTest(scriptsExport, [folder, ...(await ofSurvey(from))], from.deps)
}

async function imported(into = board, ...more: string[]) {
  return runForTest(scriptsImport, [folder, ...(await ofSurvey(into)), ...more], into.deps)
}

async function add(extName: string, text: string, more: { scriptType?: string; disabled?: boolean } = {}) {
  const { db } = board.deps
  const { surveyId, universeId } = board
  const id = await insertScript(db, { scriptType: 'GENERIC', surveyId, universeId, extName, ...more })
  await insertScriptVersion(db, id, { text, source: 'user', author: '' })
}

const ownerOf = ({ surveyId, universeId }: Dashboard): ScriptOwner => ({ surveyId, universeId })
const kept = (of = board) => listKeptScripts(of.deps, ownerOf(of))
const withoutConfiguration = async (of = board) =>
  (await kept(of)).filter(({ scriptType }) => scriptType !== 'CONFIGURATION')
const versions = async () =>
  board.deps.db
    .selectFrom('script')
    .where('survey_id', '=', board.surveyId)
    .select(['id', 'current_version'])
    .orderBy('id')
    .execute()
async function rewriteIndex(keeps: (entry: { type: string }) => boolean): Promise<void> {
  const { scripts } = parse(await readFile(at('scripts.yaml'), 'utf8')) as { scripts: { type: string }[] }
  await index(...scripts.filter(keeps))
}
const index = (...entries: object[]) => writeFile(at('scripts.yaml'), JSON.stringify({ scripts: entries }))

describe('scripts as a folder', () => {
  test('are files with what they are called beside them, and importing them again changes nothing', async () => {
    await add('Low score', main('[]'), { scriptType: 'GENERATE_ALERT', disabled: true })
    await add('Å nightly / job', main('1'))
    expect(await exported()).toMatchObject({ exitCode: 0, noted: '' })
    expect((await readdir(folder)).toSorted()).toEqual([
      'configuration.yaml',
      'generate-alert.low-score.js',
      'generic.a-nightly-job.js',
      'scripts.yaml',
    ])
    expect(await readFile(at('generic.a-nightly-job.js'), 'utf8')).toBe(main('1'))
    const before = await versions()
    const { exitCode, printed } = await imported()
    expect(exitCode).toBe(0)
    expect(printed.split('\n').filter((line) => !/^(same |$)/.test(line))).toEqual([])
    expect(await versions()).toEqual(before)
  })

  test('arrive elsewhere as they were, whatever they are called and hold', async () => {
    const name = fc
      .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
      .map((text) => text.replaceAll('\0', '').trim())
    const line = fc
      .string({ maxLength: 30, unit: 'grapheme' })
      .map((text) => text.replaceAll(/[\0\r\n\u2028\u2029]/g, ''))
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.record({ name, line, disabled: fc.boolean() }), {
          maxLength: 4,
          selector: ({ name: one }) => one,
        }),
        async (drawn) => {
          await board.deps.db.deleteFrom('script').where('script_type', '<>', 'CONFIGURATION').execute()
          await rm(folder, { recursive: true })
          const scripts = drawn.filter((one) => one.name !== '')
          for (const one of scripts) await add(one.name, `// ${one.line}\n${main('2')}`, { disabled: one.disabled })
          expect(await exported()).toMatchObject({ exitCode: 0 })
          await rewriteIndex((entry) => entry.type !== 'CONFIGURATION')
          expect(await imported(other, '--delete')).toMatchObject({ exitCode: 0, noted: '' })
          expect(await withoutConfiguration(other)).toEqual(await withoutConfiguration())
        },
      ),
      { numRuns: 25 },
    )
  })

  test('are changed as the folder has them, each noted in the audit log; others stay unless they are to be deleted', async () => {
    await add('Kept', main('1'))
    await add('Gone', main('1'))
    await exported()
    await writeFile(at('generic.kept.js'), main('2').replaceAll('\n', '\r\n'))
    await rm(at('generic.gone.js'))
    const configuration = { file: 'configuration.yaml', name: board.survey, type: 'CONFIGURATION' }
    const [one, two] = [
      { file: 'generic.kept.js', name: 'Kept', type: 'GENERIC' },
      { file: 'new.js', name: 'New', type: 'VALIDATE_SAMPLE', description: 'Checks', surveys: ['a'] },
    ]
    await writeFile(at('new.js'), main('[]'))
    await index(configuration, one, two)
    const dry = await imported(board, '--dry-run')
    expect(dry.printed).toMatch(/^changed {2}GENERIC Kept\nadded {4}VALIDATE_SAMPLE New\nleft {5}GENERIC Gone$/m)
    expect((await withoutConfiguration()).map(({ text }) => text)).toEqual([main('1'), main('1')])
    expect((await imported()).printed).toBe(dry.printed)
    expect((await imported(board, '--delete')).printed).toMatch(/^removed {2}GENERIC Gone$/m)
    expect(await withoutConfiguration()).toMatchObject([
      { extName: 'Kept', text: main('2') },
      { extName: 'New', text: main('[]'), description: 'Checks', matching: ['a'] },
    ])
    const audit = await board.deps.db
      .selectFrom('audit')
      .where('survey_id', '=', board.surveyId)
      .where('action', 'like', 'script.%')
      .select(['action', 'object'])
      .orderBy('id')
      .execute()
    expect(audit.slice(-3)).toEqual([
      { action: 'script.save', object: 'Kept' },
      { action: 'script.save', object: 'New' },
      { action: 'script.remove', object: 'Gone' },
    ])
  })

  test('publish a configuration that differs, and tell each error of one at its line', async () => {
    await exported()
    const text = await readFile(at('configuration.yaml'), 'utf8')
    await writeFile(at('configuration.yaml'), `${text}\nnonsense: 1\nlowBased: 3\n`)
    const wrong = await imported()
    expect(wrong.exitCode).toBe(1)
    const lines = text.split('\n').length
    expect(wrong.noted).toMatch(new RegExp(`configuration\\.yaml: line ${lines + 1}, column 1: .*nonsense`))
    expect(wrong.noted).toMatch(new RegExp(`configuration\\.yaml: line ${lines + 2}, column 1: .*lowBased`))
    await writeFile(at('configuration.yaml'), '# Ours\nlowBase: 7\n')
    expect((await imported()).printed).toMatch(/^changed {2}CONFIGURATION/)
    expect(await kept()).toMatchObject([{ scriptType: 'CONFIGURATION', text: '# Ours\nlowBase: 7\n' }])
    expect((await loadSurveyModelById(board.deps, board.surveyId)).config.lowBase).toBe(7)
  })

  test('that two import at once are there once', async () => {
    await index({ file: 'a.js', name: 'Once', type: 'GENERIC' })
    await writeFile(at('a.js'), main('1'))
    const both = await Promise.all([imported(), imported()])
    expect(both.map(({ exitCode }) => exitCode)).toEqual([0, 0])
    expect((await withoutConfiguration()).map(({ extName }) => extName)).toEqual(['Once'])
  })

  test('of a universe and global ones have folders of their own', async () => {
    const [, , , universe = ''] = await ofSurvey(board)
    await index({ file: 'a.js', name: 'Help', type: 'GET_UI_DETAILS' })
    await writeFile(at('a.js'), main('{}'))
    expect(await runForTest(scriptsImport, [folder, '--universe', universe], board.deps)).toMatchObject({ exitCode: 0 })
    expect(await runForTest(scriptsImport, [folder, '--global'], board.deps)).toMatchObject({ exitCode: 0 })
    for (const owner of [
      { surveyId: null, universeId: board.universeId },
      { surveyId: null, universeId: null },
    ])
      expect(await listKeptScripts(board.deps, owner)).toMatchObject([{ extName: 'Help', text: main('{}') }])
    await index({ file: 'a.js', name: 'Help', type: 'GENERIC' }, { file: 'b.js', name: 'More', type: 'GENERIC' })
    await writeFile(at('b.js'), main('{}'))
    expect(await runForTest(scriptsImport, [folder, '--universe', universe], board.deps)).toMatchObject({
      exitCode: 1,
      noted: expect.stringContaining('b.js: a universe has one script'),
    })
    expect(await runForTest(scriptsImport, [folder], board.deps)).toMatchObject({ exitCode: 2 })
  })
})

describe('a folder that is wrong changes nothing and says where:', () => {
  const entry = { file: 'a.js', name: 'A', type: 'GENERIC' }
  test.each([
    ['a script that cannot be read', [entry], 'a.js: ', /line 2, column \d+: /, 'function main() {\n  return ]\n}'],
    ['a file that is missing', [{ ...entry, file: 'b.js' }], 'scripts.yaml, line 1, column', /b\.js is missing/, ''],
    ['a file outside', [{ ...entry, file: '../b.js' }], 'scripts.yaml, line 1', /name of a file in this folder/, ''],
    ['a type that is none', [{ ...entry, type: 'ODD' }], 'scripts.yaml, line 1', /scripts\.0\.type/, ''],
    ['a key that is none', [{ ...entry, nmae: 'A' }], 'scripts.yaml, line 1', /nmae/, ''],
    ['a script without a name', [{ ...entry, name: ' ' }], 'scripts.yaml, line 1', /scripts\.0\.name/, ''],
    ['a file named twice', [entry, entry], 'scripts.yaml, line 1', /a\.js is named twice/, ''],
    ['a configuration that is none', [{ ...entry, type: 'CONFIGURATION' }], 'a.js: line 1, column 1', /settings/, '7'],
    ['bytes', [entry], 'scripts.yaml, line 1', /a\.js is not a text/, Buffer.from([0xff, 0xfe, 0])],
    ['a script of a megabyte', [entry], 'scripts.yaml, line 1', /a\.js is too long/, 'a'.repeat(1_000_000)],
  ])('%s', async (_what, entries, place, words, text) => {
    await index(...entries)
    await writeFile(at('a.js'), text)
    const before = await kept()
    const { exitCode, noted, printed } = await imported(board, '--delete')
    expect(exitCode).not.toBe(0)
    expect(noted).toContain(place)
    expect(noted).toMatch(words)
    expect(printed).toBe('')
    expect(await kept()).toEqual(before)
  })

  test('a link, a broken index, and no folder at all', async () => {
    await index(entry)
    await symlink('/etc/hostname', at('a.js'))
    expect((await imported()).noted).toMatch(/a\.js is not a file/)
    await writeFile(at('scripts.yaml'), 'scripts:\n\t- file: a.js\n')
    expect((await imported()).noted).toMatch(/scripts\.yaml, line 2, column 1: /)
    await rm(folder, { recursive: true })
    expect((await imported()).noted).toMatch(/There is no scripts\.yaml in /)
  })

  test('a script that is not named is told', async () => {
    await index(entry)
    await writeFile(at('a.js'), main('1'))
    await writeFile(at('b.js'), main('1'))
    expect((await imported()).noted).toBe('b.js is not named in scripts.yaml and is left out.\n')
  })
})

describe('an export', () => {
  test('replaces its own files, removes those of scripts that are gone, and leaves all others', async () => {
    await add('One', main('1'))
    await add('Two', main('1'))
    await exported()
    await writeFile(at('README.md'), 'ours')
    await board.deps.db.deleteFrom('script').where('ext_name', '=', 'Two').execute()
    expect((await exported()).printed).toMatch(/generic\.two\.js \(removed\)/)
    expect((await readdir(folder)).toSorted()).toEqual([
      'README.md',
      'configuration.yaml',
      'generic.one.js',
      'scripts.yaml',
    ])
  })

  test('overwrites nothing of the user, and names what is in the way', async () => {
    await writeFile(at('configuration.yaml'), 'ours')
    expect(await exported()).toMatchObject({
      exitCode: 1,
      noted: expect.stringMatching(/configuration\.yaml is there/),
    })
    expect(await readdir(folder)).toEqual(['configuration.yaml'])
    await rm(at('configuration.yaml'))
    await mkdir(at('scripts.yaml'))
    expect(await exported()).toMatchObject({ exitCode: 2, noted: expect.stringMatching(/scripts\.yaml is not a file/) })
    await rm(folder, { recursive: true })
    await writeFile(folder, 'ours')
    expect(await exported()).toMatchObject({ exitCode: 1, noted: expect.stringMatching(/cannot be written/) })
  })
})
