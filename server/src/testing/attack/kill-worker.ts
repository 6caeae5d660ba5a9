import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { Random } from '#server/demo/random.ts'
import { removeExpiredFiles } from '#server/domain/files/stored-file.ts'
import { programContext } from '#server/domain/context.ts'
import { notifyEngines } from '#server/domain/tasks/enqueue.ts'
import { retryExpired } from '#server/domain/tasks/expired.ts'
import { write } from '#server/domain/write.ts'
import { findRunningPostgres } from '#server/platform/embedded-postgres/launcher.ts'
import { bearer, createSurvey, createUniverse, createUser, signIn, smallSurvey } from '../factories.ts'
import { readPdf } from '../read-pdf.ts'
import { runWorker } from '../server-process.ts'
import type { Run } from '../server-process.ts'
import type { AttackOptions, AttackResult, AttackTarget } from './attack.ts'
import { KilledImports } from './killed-imports.ts'
import { withTarget } from './open-target.ts'

/** The result of the loop. */
export interface KillWorkerResult extends AttackResult {
  /** Runs that a kill interrupted. */
  interrupted: number
  /** Files that killed runs left behind. */
  orphans: number
  /** Reports that finished, and that failed, in the end. */
  finished: number
  failed: number
  /** Imports that are stored, and that failed, in the end. */
  imports: { stored: number; failed: number }
}

/** Responses of the survey: a report of them takes seconds to make. */
const manyRows = 20_000
/** Reports of both sizes that are asked for, by the path and the body of the request that creates them. */
const asked: readonly { kind: string; body: object }[] = [
  { kind: 'ranking', body: { format: 'xlsx' } },
  { kind: 'interviews', body: { format: 'xlsx' } },
  { kind: 'benchmark', body: { format: 'pdf' } },
  { kind: 'interviews', body: { format: 'csv' } },
  { kind: 'ranking', body: { format: 'csv' } },
]
/** Fewer tasks than this are not left waiting when a worker starts. */
const fewWaiting = 5
/** Latest moment of a kill after the worker took its first task, in ms. */
const killTo = 4000
/** Timeout for a worker to start and to take a task, and for the last one to end all of them, in ms. */
const workWithin = 120_000
/** A moment when files that nobody keeps are removed, in ms from now. */
const later = 49 * 60 * 60_000

const config = `
version: 1
lowBase: 0
rankFrom: 0
indicators:
  satisfaction: { title: Satisfaction, expression: "mean(rating)", goal: 3, decimals: 1, minValue: 1, maxValue: 5 }
pages:
  - extname: ranking
    kind: rankings
    components:
      - { type: ranking-table, config: { id: units, columns: [satisfaction, n], leafColumns: [eventdate, rating, comment, channel] } }
`

/** A report as it is stored, with its task. */
interface Stored {
  uuid: string
  state: string
  reason: string | null
  file: number | null
}

/** A task as it is stored. */
interface StoredTask {
  id: number
  state: string
  isRun: boolean
  isEnded: boolean
}

/** What the loop has of its own. */
interface OwnParts {
  token: string
  survey: string
  url: string
  folder: string
  imports: KilledImports
}

/**
 * Kills the process that makes reports and imports files, at random moments, while small and large ones wait for it.
 * After each kill and in the end every task must be in a true state, every report be whole or have no file, and every
 * import be stored completely or not at all; in the end the figures must count what is stored, and files of killed runs
 * must be removed by the clean-up.
 */
export function killWorker({ rounds, seed, report = () => {} }: AttackOptions): Promise<KillWorkerResult> {
  return withTarget(async (target) => {
    const random = new Random(`kill-worker/${seed}`)
    const loop = await KillWorker.make(target)
    try {
      await loop.begin()
      for (let round = 1; round <= rounds; round++)
        report(`round ${round} of ${rounds}: ${await loop.round(round, random.int(0, killTo))}`)
      const { finished, failed, imports } = await loop.end()
      const { interrupted, orphans, findings } = loop
      report(`${interrupted} runs interrupted, ${orphans} files left behind`)
      report(
        `reports: ${finished} finished, ${failed} failed; imports: ${imports.stored} stored, ${imports.failed} failed`,
      )
      return { tried: rounds, findings, interrupted, orphans, finished, failed, imports }
    } finally {
      await loop.remove()
    }
  })
}

class KillWorker {
  readonly findings: AttackResult['findings'] = []
  interrupted = 0
  orphans = 0
  private readonly target: AttackTarget
  private readonly imports: KilledImports
  private readonly token: string
  private readonly survey: string
  private readonly databaseUrl: string
  private readonly folder: string
  private worker: Run | null = null
  private number = 0
  /** What was asked for, by the report's uuid. */
  private readonly reports = new Map<string, (typeof asked)[number]>()
  /** What a report of each kind says when nothing is killed. */
  private readonly whole = new Map<string, string>()
  /** The bytes of the finished files that were read, as a digest. */
  private readonly read = new Map<string, string>()

  private constructor(target: AttackTarget, own: OwnParts) {
    this.imports = own.imports
    this.target = target
    this.token = own.token
    this.survey = own.survey
    this.databaseUrl = own.url
    this.folder = own.folder
  }

  static async make(target: AttackTarget): Promise<KillWorker> {
    const { deps } = target
    const url = await findRunningPostgres(join(deps.config.dataFolder, 'postgres'))
    if (url === null) throw new Error('PostgreSQL does not run')
    const universe = await createUniverse(deps.db)
    const rows = Array.from({ length: manyRows }, (_, at) => ({
      date: `2026-01-${String((at % 28) + 1).padStart(2, '0')}`,
      answers: { ...smallSurvey.rows?.[at % 6]?.answers, comment: `Comment ${at}` },
    }))
    const { extName } = await createSurvey(deps.db, universe.id, { ...smallSurvey, config, rows })
    const token = await signIn(deps, await createUser(deps.db, { isRoot: true }), universe.id)
    const folder = await mkdtemp(join(tmpdir(), 'gensvar-worker-'))
    const imports = await KilledImports.make(target, { token, universe })
    return new KillWorker(target, { token, survey: extName, url, folder, imports })
  }

  /** Makes one report of each kind without a kill: what the others are compared with. */
  async begin(): Promise<void> {
    await this.ask()
    await this.finishAll()
    for (const [uuid, { kind, body }] of this.reports) {
      const { status, bytes } = await this.download(uuid)
      if (status !== 200) throw new Error(`The first report of the kind ${kind} was not made`)
      this.whole.set(nameOf({ kind, body }), await contentOf(body, bytes))
    }
  }

  /** Asks for reports, kills the worker `delay` ms after it took the first and checks what is stored. */
  async round(number: number, delay: number): Promise<string> {
    this.number = number
    if ((await this.waiting()) < fewWaiting) await this.ask()
    const worker = this.start()
    await this.until(async () => (await this.tasks()).some(({ state }) => state === 'PROCESSING'))
    await wait(delay)
    worker.child.kill('SIGKILL')
    await worker.ended
    this.worker = null
    const runs = (await this.tasks()).filter(({ isRun }) => isRun).length
    this.interrupted += runs
    await this.check()
    await this.passTime()
    return `killed after ${delay} ms, ${runs} running; so far ${this.read.size} finished, ${this.findings.length} findings`
  }

  /** Lets a worker end everything and checks all reports, then what the clean-up leaves. */
  async end(): Promise<Pick<KillWorkerResult, 'finished' | 'failed' | 'imports'>> {
    await this.finishAll()
    const reports = await this.stored()
    const kept = reports.flatMap(({ file }) => file ?? []).sort((a, b) => a - b)
    this.orphans = (await this.files()).length - kept.length - (await this.uploads())
    const { deps } = this.target
    const clock = { now: () => new Date(Date.now() + later) }
    await write({ ...programContext(deps, 'CLEAN_UP'), clock }, (tx) => removeExpiredFiles(tx))
    const left = await this.files()
    if (String(left) !== String(kept))
      this.found('files differ from those of reports', `${String(left)} instead of ${String(kept)}`)
    for (const [uuid, digest] of this.read)
      if (digestOf((await this.download(uuid)).bytes) !== digest) this.found('a finished report has changed', uuid)
    const failed = reports.filter(({ state }) => state === 'FAILED').length
    for (const { fault, detail } of await this.imports.wrongFigures()) this.found(fault, detail)
    return { finished: reports.length - failed, failed, imports: await this.imports.counts() }
  }

  async remove(): Promise<void> {
    this.worker?.child.kill('SIGKILL')
    await this.worker?.ended
    await rm(this.folder, { recursive: true, force: true })
  }

  private start(): Run {
    this.worker = runWorker(this.databaseUrl, this.folder)
    return this.worker
  }

  private async finishAll(): Promise<void> {
    const worker = this.start()
    await this.until(async () => {
      // The pause before another attempt is not waited for.
      await this.passTime()
      return (await this.waiting()) === 0
    })
    worker.child.kill('SIGTERM')
    await worker.ended
    this.worker = null
    await this.check()
  }

  /** The tasks of killed workers are due again, as when their lease and the pause before an attempt are over. */
  private async passTime(): Promise<void> {
    const { db, clock } = this.target.deps
    const now = clock.now()
    if (this.worker === null)
      await db.updateTable('task').set({ lease_until: now }).where('state', '=', 'PROCESSING').execute()
    await retryExpired({ db, clock })
    await db.updateTable('task').set({ scheduled: now }).where('state', '=', 'RETRY').where('due', '>', now).execute()
    await notifyEngines({ db }, 'waiting')
  }

  private async ask(): Promise<void> {
    for (const { kind, body } of asked) {
      const { status, bytes } = await this.call('POST', `${kind}/${this.survey}/root`, body)
      if (status !== 200) throw new Error(`A report was refused: ${bytes.toString()}`)
      this.reports.set(JSON.parse(bytes.toString()).taskUUID, { kind, body })
    }
    await this.imports.ask()
  }

  /** Every report is finished with a whole file, failed in words, or still to be made and without a file. */
  private async check(): Promise<void> {
    for (const task of await this.tasks()) {
      const { state } = task
      if (task.isRun !== (state === 'PROCESSING') || task.isEnded !== (state === 'CLOSED' || state === 'FAILED'))
        this.found('a task is not in a true state', JSON.stringify(task))
    }
    for (const { fault, detail } of await this.imports.faults()) this.found(fault, detail)
    for (const report of await this.stored()) {
      const { uuid, state, file } = report
      if ((file !== null) !== (state === 'CLOSED')) this.found('a report has a file and none', JSON.stringify(report))
      if (state === 'FAILED' && !report.reason) this.found('a report failed without words', uuid)
      if (this.read.has(uuid)) continue
      const { status, bytes } = await this.download(uuid)
      if (state === 'CLOSED') await this.checkFile(uuid, status, bytes)
      else if (status !== 404) this.found('a report that is not made is delivered', `${uuid}: status ${status}`)
    }
  }

  private async checkFile(uuid: string, status: number, bytes: Buffer): Promise<void> {
    const report = this.reports.get(uuid)
    if (!report) return this.found('a report that nobody asked for', uuid)
    this.read.set(uuid, digestOf(bytes))
    const content = await contentOf(report.body, bytes).catch((error: unknown) => String(error))
    const whole = this.whole.get(nameOf(report)) ?? content
    if (status !== 200 || content !== whole)
      this.found('a finished report is not whole', `${nameOf(report)} ${uuid}: ${status}, ${bytes.length} bytes`)
  }

  private async stored(): Promise<Stored[]> {
    const { rows } = await sql<Stored>`
      select report.uuid, task.state, task.reason->>'text' as reason, report.file_id as file
        from report join task on task.id = report.task_id order by task.id`.execute(this.target.deps.db)
    return rows
  }

  /** Tasks of reports and of imports. */
  private async tasks(): Promise<StoredTask[]> {
    const { rows } = await sql<StoredTask>`
      select id, state, run_token is not null as "isRun", finished is not null as "isEnded"
        from task where type = 'IMPORT_INTERVIEWS' or id in (select task_id from report)`.execute(this.target.deps.db)
    return rows
  }

  private async waiting(): Promise<number> {
    return (await this.tasks()).filter(({ isEnded }) => !isEnded).length
  }

  private async uploads(): Promise<number> {
    return (await this.target.deps.db.selectFrom('import_upload').select('file_id').execute()).length
  }

  private async files(): Promise<number[]> {
    const { db } = this.target.deps
    return (await db.selectFrom('stored_file').select('id').orderBy('id').execute()).map(({ id }) => id)
  }

  private download(uuid: string): Promise<{ status: number; bytes: Buffer }> {
    return this.call('GET', `download/${this.survey}/${uuid}`)
  }

  private async call(
    method: 'GET' | 'POST',
    path: string,
    payload?: object,
  ): Promise<{ status: number; bytes: Buffer }> {
    const headers = { ...bearer(this.token), 'accept-language': 'en' }
    const url = `/rest/reports/${path}`
    const answer = await this.target.app.inject({ method, url, headers, ...(payload && { payload }) })
    return { status: answer.statusCode, bytes: answer.rawPayload }
  }

  /** Waits until something is so. Throws when the worker ends before that, or after a long time. */
  private async until(isSo: () => Promise<boolean>): Promise<void> {
    let ended: string | null = null
    void this.worker?.ended.then(({ errors }) => (ended = errors))
    const latest = performance.now() + workWithin
    while (!(await isSo())) {
      if (ended !== null) throw new Error(`The worker ended: ${ended as string}`)
      if (performance.now() > latest) throw new Error(`Tasks are not done: ${JSON.stringify(await this.tasks())}`)
      await wait(20)
    }
  }

  private found(fault: string, detail: string): void {
    this.findings.push({ number: this.number, place: 'reports', fault, detail })
  }
}

function nameOf({ kind, body }: (typeof asked)[number]): string {
  return `${kind} ${JSON.stringify(body)}`
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** What a file says, read from the file, without the moment it was made. */
async function contentOf(body: object, bytes: Buffer): Promise<string> {
  const format = 'format' in body ? body.format : null
  const moment = /\d{1,2} \w+ \d{4}, \d{2}:\d{2}/g
  if (format === 'pdf') return JSON.stringify(readPdf(bytes).pages).replaceAll(moment, '')
  if (format === 'csv') return bytes.toString()
  const { sheets } = await readXlsx(bytes)
  return digestOf(Buffer.from(JSON.stringify(sheets.map(({ name, rows }) => [name, rows])).replaceAll(moment, '')))
}
