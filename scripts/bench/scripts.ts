// Scripts: a warm run, a thousand of them, what scripts that act on rows add to an import, and the editors in a browser.
// GENSVAR_BENCH_PART chooses one: runs, alerts, samples, editors. GENSVAR_BENCH_SHARE < 1 imports fewer rows, to try it quickly.
import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { compose } from '../../server/src/compose.ts'
import { programContext } from '../../server/src/domain/context.ts'
import { insertScript, insertScriptVersion } from '../../server/src/domain/build/script.ts'
import { handleUpdates } from '../../server/src/domain/samples/updates/handle-updates.ts'
import { runInSandbox } from '../../server/src/domain/scripts/sandbox/sandbox.ts'
import { raiseHookVersions } from '../../server/src/domain/survey/hook-scripts-store.ts'
import { importFile } from '../../server/src/features/imports/service.ts'
import { readConfig } from '../../server/src/platform/config.ts'
import { measureEditors } from './editors.ts'
import { timeEach } from './measure.ts'
import { inOwnFolder } from './own-folder.ts'
import { ms, seconds, verdict } from './printing.ts'

/** Longest warm run, in ms; most that memory may grow in a thousand runs, in MB. */
const runGoal = 30
const memoryGoal = 20

const rows = Math.round(100_000 * Number(process.env['GENSVAR_BENCH_SHARE'] ?? 1))

const scripts = {
  alerts: {
    type: 'GENERATE_ALERT' as const,
    text: `function main({ interview: { answers } }) {
      const isAngry = /never again|complain|refund/i.test(answers.comment ?? '')
      return answers.rating <= 2 && isAngry ? [{ rule: 'angry', due: '1d' }] : []
    }`,
  },
  samples: {
    type: 'HANDLE_SAMPLE_UPDATED' as const,
    text: `function main({ sample: { answers } }) {
      return answers.rating === 1 ? { answers: { comment: 'read' } } : null
    }`,
  },
}

async function measureRuns(): Promise<void> {
  const order = {
    script: 'function main({ n }) { let sum = 0; for (let at = 0; at < 1000; at++) sum += at * n; return { sum } }',
    now: new Date(),
    host: async () => null,
  }
  const run = (n: number) => runInSandbox({ ...order, inputs: [{ n }] })
  const some = Array.from({ length: 50 }, (_, n) => n)
  await timeEach(some, run)
  const { p50, p95, runs } = await timeEach([...some, ...some, ...some, ...some], run)
  console.log(
    `warm run       p50 ${ms(p50)} ms, p95 ${ms(p95)} ms of ${runs}; goal ${runGoal} ms   ${verdict(p50 <= runGoal)}`,
  )
  const before = process.memoryUsage().rss
  await timeEach(
    Array.from({ length: 1000 }, (_, n) => n),
    run,
  )
  const grown = (process.memoryUsage().rss - before) / 1024 / 1024
  const isReached = grown <= memoryGoal
  console.log(`1,000 runs     memory grew by ${grown.toFixed(1)} MB; goal ${memoryGoal} MB   ${verdict(isReached)}`)
}

async function measureImport(kind: keyof typeof scripts, folder: string): Promise<void> {
  const { deps, close } = await opened(join(folder, 'data'))
  try {
    const ctx = programContext(deps, 'bench')
    const file = (from: number, to: number): Promise<string> => writeRows(join(folder, `${from}-${to}.csv`), from, to)
    const [first, all] = [await file(0, 10), await file(10, rows + 10)]
    const imported = async (survey: string, hook: (typeof scripts)[typeof kind] | null) => {
      const at = { universe: 'bench', survey, key: 'id' }
      await importFile(ctx, { ...at, file: first })
      const surveyId = await surveyOf(ctx, survey, hook)
      const began = performance.now()
      await importFile(ctx, { ...at, file: all })
      const stored = performance.now() - began
      if (kind === 'samples' && hook) await handleUpdates(ctx, surveyId, new AbortController().signal, () => undefined)
      return { stored, whole: performance.now() - began }
    }
    await imported('warm-up', null)
    const without = await imported('without', null)
    const { stored, whole } = await imported('with', scripts[kind])
    const added = whole - without.whole
    console.log(
      `${scripts[kind].type.padEnd(22)} ${rows} rows: import ${seconds(without.whole)} without, ${seconds(stored)} with, ${seconds(whole)} until all is done; added ${seconds(added)}, goal 1 x   ${verdict(added <= without.whole)}`,
    )
  } finally {
    await close()
  }
}

async function opened(data: string) {
  const composed = await compose(readConfig({ GENSVAR_DATA: data }))
  return { deps: composed.deps, close: () => composed.close() }
}

/** The id of a survey, which has the script from then on. */
async function surveyOf(
  { db }: Awaited<ReturnType<typeof opened>>['deps'],
  survey: string,
  hook: (typeof scripts)[keyof typeof scripts] | null,
): Promise<number> {
  const found = await db
    .selectFrom('survey')
    .select(['id as surveyId', 'universe_id as universeId'])
    .where('ext_name', '=', survey)
    .executeTakeFirstOrThrow()
  if (hook) {
    const id = await insertScript(db, { ...found, scriptType: hook.type, extName: 'measured' })
    await insertScriptVersion(db, id, { text: hook.text, source: 'user', author: '' })
    await raiseHookVersions(db, found)
  }
  return found.surveyId
}

async function writeRows(path: string, from: number, to: number): Promise<string> {
  const comments = ['Friendly people and a quick visit', 'I want a refund', 'Never again', 'Fine and thank you']
  const lines = Array.from({ length: to - from }, (_, index) => {
    const at = from + index
    return `k${at},2026-02-${String(1 + (at % 28)).padStart(2, '0')},Store ${at % 200},${1 + (at % 5)},${1 + (at % 10)},${comments[at % 4]} ${at}`
  })
  await writeFile(path, ['id,date,store,rating,recommend,comment', ...lines].join('\n'))
  return path
}

const part = process.env['GENSVAR_BENCH_PART']
if (part === undefined || part === 'runs') await measureRuns()
for (const kind of ['alerts', 'samples'] as const)
  if (part === undefined || part === kind) await inOwnFolder((folder) => measureImport(kind, folder))
if (part === undefined || part === 'editors') await measureEditors()
