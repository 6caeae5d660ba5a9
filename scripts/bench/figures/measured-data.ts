import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { dateInZone } from '../../../contract/src/dates.ts'
import { compose } from '../../../server/src/compose.ts'
import { writeSurvey } from '../../../server/src/demo/write-survey.ts'
import { insertRole, insertSurveyRights } from '../../../server/src/domain/build/role.ts'
import { insertUniverse } from '../../../server/src/domain/build/universe.ts'
import { insertMembership, insertUser } from '../../../server/src/domain/build/user.ts'
import { programContext } from '../../../server/src/domain/context.ts'
import type { Deps } from '../../../server/src/domain/context.ts'
import { SurveyTables } from '../../../server/src/domain/figures/store/tables.ts'
import { readSurveyShape } from '../../../server/src/domain/survey/survey-model-store.ts'
import { loadUnitTree } from '../../../server/src/domain/survey/unit-tree.ts'
import { readConfig } from '../../../server/src/platform/config.ts'
import { findRunningPostgres } from '../../../server/src/platform/embedded-postgres/launcher.ts'
import type { MadeUnits } from './fill-postgres.ts'
import { fillStore } from './fill-store.ts'
import { makeRows } from './made-rows.ts'
import type { MadeRows } from './made-rows.ts'
import type { PostgresWork } from './postgres-thread.ts'
import { nameOf, planSurvey } from './survey-plan.ts'

/** Most users at once; each may see everything. */
export const mostUsers = 32

/** User name of the manager of a store, and which store that is. */
export const storeManager = { username: 'store', region: 0, store: 7 }

/** What is remembered of the data of a folder. */
export interface Made {
  rows: number
  /** The day (ISO) it was made for. */
  today: string
  universeId: number
  surveyId: number
  units: MadeUnits
  /** Seconds that making it took. */
  seconds: { structure: number; postgres: number; store: number; all: number }
}

/** The data to measure on. */
export interface MeasuredData {
  /** Folder of the server's data. */
  folder: string
  /** Whether it was made by an earlier run. */
  isKept: boolean
  made: Made
  rows: MadeRows
}

/** Makes the data of a folder in both stores, or takes what an earlier run has left there. */
export async function prepareData(folder: string, count: number): Promise<MeasuredData> {
  const data = join(folder, `data-${count}`)
  const note = join(folder, `made-${count}.json`)
  const known = await stat(note).catch(() => null)
  if (known) {
    const made = JSON.parse(await readFile(note, 'utf8')) as Made
    return { folder: data, isKept: true, made, rows: makeRows(count, made.today) }
  }
  // What a run that did not end has left.
  await rm(data, { recursive: true, force: true })
  await mkdir(data, { recursive: true })
  const today = dateInZone(new Date(), 'UTC')
  const rows = makeRows(count, today)
  const { deps, close } = await compose(readConfig({ GENSVAR_DATA: data }))
  try {
    const made = await makeData(deps, rows, today)
    await writeFile(note, JSON.stringify(made))
    return { folder: data, isKept: false, made, rows }
  } finally {
    await close()
  }
}

async function makeData(deps: Deps, rows: MadeRows, today: string): Promise<Made> {
  const began = performance.now()
  const { db, analytics } = deps
  const universeId = await insertUniverse(db, { name: 'bench' })
  const plan = planSurvey()
  const { surveyId, xid } = await writeSurvey(programContext(deps, 'bench'), universeId, plan, new Map())
  await insertUsers(deps, universeId, surveyId)
  if (!(await analytics.feed.waitFor(xid, 60_000))) throw new Error('The survey was not made within a minute')
  const shape = await readSurveyShape(db, surveyId)
  if (!shape) throw new Error('The survey was not made')
  const tree = await loadUnitTree(deps, shape)
  const leaves = (view: number): number[] => {
    const found = shape.views[view]
    return found ? tree.atDepth(found.id, found.levels.length).map((unit) => unit.id) : []
  }
  const units: MadeUnits = { surveyId, store: leaves(0), product: leaves(1), outlet: leaves(2) }
  const structure = (performance.now() - began) / 1000
  const url = await findRunningPostgres(join(deps.config.dataFolder, 'postgres'))
  if (url === null) throw new Error('PostgreSQL does not run')
  const [postgres, store] = await Promise.all([
    timed(() => inThread({ url, count: rows.count, today, units, firstId: 1 })),
    timed(() => fillStore(analytics.store, new SurveyTables(shape, tree), rows, units, 1)),
  ])
  const all = (performance.now() - began) / 1000
  return { rows: rows.count, today, universeId, surveyId, units, seconds: { structure, postgres, store, all } }
}

function inThread(work: PostgresWork): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('postgres-thread.ts', import.meta.url), { workerData: work })
    worker.once('error', reject)
    worker.once('exit', () => resolve())
  })
}

async function insertUsers({ db }: Deps, universeId: number, surveyId: number): Promise<void> {
  for (let at = 1; at <= mostUsers; at++)
    await insertUser(db, { username: userName(at), email: `${userName(at)}@example.org`, isRoot: true })
  const roleId = await insertRole(db, universeId, { name: 'store manager' })
  await insertSurveyRights(db, { roleId, surveyId }, { canViewSamples: true, canHandleAlerts: true })
  const { username, store } = storeManager
  const userId = await insertUser(db, { username, email: `${username}@example.org` })
  await insertMembership(db, { userId, universeId, roleId, filters: { store: [nameOf.store(store)] } })
}

/** Name of one of the users who may see everything, from 1. */
export function userName(at: number): string {
  return `user-${at}`
}

async function timed(run: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await run()
  return (performance.now() - began) / 1000
}
