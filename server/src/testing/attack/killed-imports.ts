import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { programContext } from '#server/domain/context.ts'
import { figures } from '#server/domain/figures/figures.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { importFile } from '#server/features/imports/service.ts'
import { bearer } from '../factories.ts'
import type { AttackTarget } from './attack.ts'

/** Rows of each file: importing them takes a second or two. */
const fileRows = 1500
/** Responses of the survey that rows are imported into. */
const rowsBefore = 60

const config = `
pages:
  - extname: work
    title: Work
    components:
      - type: data-uploader
        config: { id: up, states: [0], fields: [{ variable: rating, mandatory: true }, { variable: visited }, { variable: store }] }
`
const columns = ['store', 'visited', 'rating', 'comment']

/** An import that was asked for: of a survey of its own, or into the one there is. */
interface AskedImport {
  taskId: number
  survey: string
  isNew: boolean
}

interface Universe {
  id: number
  name: string
}

/** An import as it is stored, with what it has stored. */
interface StoredImport {
  state: string
  reason: string | null
  sets: number
  responses: number
}

/** Imports whose worker is killed: each must store all of its rows once, or none. */
export class KilledImports {
  private readonly target: AttackTarget
  private readonly token: string
  private readonly universe: Universe
  private readonly survey: string
  private readonly asked: AskedImport[] = []

  private constructor(target: AttackTarget, own: { token: string; universe: Universe; survey: string }) {
    this.target = target
    this.token = own.token
    this.universe = own.universe
    this.survey = own.survey
  }

  /** Makes the survey that rows are imported into. The token is of a root user in the universe. */
  static async make(target: AttackTarget, own: { token: string; universe: Universe }): Promise<KilledImports> {
    const survey = 'filled'
    const folder = await mkdtemp(join(tmpdir(), 'gensvar-attack-file-'))
    try {
      const file = join(folder, 'filled.csv')
      await writeFile(file, csvOf(rowsBefore))
      await importFile(programContext(target.deps, 'import'), {
        ...{ file, universe: own.universe.name, survey, hierarchy: ['store'] },
        config: { name: 'c.yaml', text: config },
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
    return new KilledImports(target, { ...own, survey })
  }

  /** Uploads files and starts an import of each kind. */
  async ask(): Promise<void> {
    const number = this.asked.length
    const name = `made_${number}`
    const { uploadId } = await this.upload<{ uploadId: string }>(
      `newsurvey/upload?filename=${name}.csv`,
      Buffer.from(csvOf(fileRows)),
    )
    const made = await this.call<{ importId: number }>(`newsurvey/create/${uploadId}`, { survey: name, title: name })
    this.asked.push({ taskId: made.importId, survey: name, isNew: true })
    const filename = `rows_${number}.xlsx`
    await this.upload(`imports/upload/${this.survey}/up?filename=${filename}`, await workbook())
    const fieldMapping = { store: 0, visited: 1, rating: 2 }
    const added = await this.call<{ importId: number }>(`imports/handle/${this.survey}/up`, {
      ...{ filename, state: '0', fieldMapping },
    })
    this.asked.push({ taskId: added.importId, survey: this.survey, isNew: false })
  }

  /** What is wrong with what is stored: imports that are half there, twice there, or said to be what they are not. */
  async faults(): Promise<{ fault: string; detail: string }[]> {
    const faults: { fault: string; detail: string }[] = []
    let added = 0
    for (const one of this.asked) {
      const stored = await this.stored(one)
      const detail = JSON.stringify({ ...one, ...stored })
      if (!one.isNew) added += stored.responses
      if (stored.responses !== 0 && stored.responses !== fileRows)
        faults.push({ fault: 'an import is half written', detail })
      if (stored.sets !== (stored.responses === 0 ? 0 : 1))
        faults.push({ fault: 'an import is stored without its set', detail })
      if (stored.state === 'CLOSED' && stored.sets === 0)
        faults.push({ fault: 'a finished import stored nothing', detail })
      if (stored.state === 'FAILED' && (stored.sets > 0 || !stored.reason))
        faults.push({ fault: 'a failed import stored something, or has no reason', detail })
      if (one.isNew && stored.sets === 0 && (await this.counted(one.survey)) !== null)
        faults.push({ fault: 'a survey is there without its import', detail })
    }
    const rows = await this.counted(this.survey)
    if (rows !== rowsBefore + added)
      faults.push({ fault: 'a survey has responses of no import', detail: `${rows} instead of ${rowsBefore + added}` })
    return faults
  }

  /** Surveys whose figures count other responses than there are, once everything has ended. */
  async wrongFigures(): Promise<{ fault: string; detail: string }[]> {
    const faults: { fault: string; detail: string }[] = []
    const { deps } = this.target
    await deps.analytics.feed.catchUp()
    for (const survey of new Set([this.survey, ...this.asked.map((one) => one.survey)])) {
      const rows = await this.counted(survey)
      if (rows === null) continue
      const ctx = programContext(deps, 'attack', { ...this.universe, timeZone: 'UTC', defaultLocale: 'en' })
      const access = await surveyAccess(ctx, survey)
      const indicators = [{ key: 'n', expression: 'count()' }]
      const answer = await figures(ctx, access, { conditions: [], by: 'none', indicators })
      const counted = Number(answer.rows[0]?.values[0]?.value ?? 0)
      if (counted !== rows)
        faults.push({ fault: 'figures differ from the rows', detail: `${survey}: ${counted}, ${rows}` })
    }
    return faults
  }

  /** How many ended with their rows stored, and how many without. */
  async counts(): Promise<{ stored: number; failed: number }> {
    const all = await Promise.all(this.asked.map((one) => this.stored(one)))
    const stored = all.filter(({ sets }) => sets > 0).length
    return { stored, failed: all.length - stored }
  }

  private async stored({ taskId }: AskedImport): Promise<StoredImport> {
    const { rows } = await sql<StoredImport>`
      select state, reason->>'text' as reason,
             (select count(*)::int from import_set where task_id = task.id) as sets,
             (select count(*)::int from response join import_set on import_set.id = response.import_set_id
               where import_set.task_id = task.id) as responses
        from task where id = ${taskId}`.execute(this.target.deps.db)
    if (!rows[0]) throw new Error(`The task ${taskId} is gone`)
    return rows[0]
  }

  /** Responses of a survey in PostgreSQL; null where there is no such survey. */
  private async counted(survey: string): Promise<number | null> {
    const { rows } = await sql<{ n: number }>`
      select (select count(*)::int from response where survey_id = survey.id) as n
        from survey where universe_id = ${this.universe.id} and ext_name = ${survey}`.execute(this.target.deps.db)
    return rows[0]?.n ?? null
  }

  private upload<T>(path: string, payload: Buffer): Promise<T> {
    return this.send<T>(path, payload, { 'content-type': 'application/octet-stream' })
  }

  private call<T>(path: string, payload: object): Promise<T> {
    return this.send<T>(path, payload, {})
  }

  private async send<T>(path: string, payload: object, headers: Record<string, string>): Promise<T> {
    const answer = await this.target.app.inject({
      ...{ method: 'POST', url: `/rest/${path}`, payload },
      headers: { ...bearer(this.token), ...headers },
    })
    const body = answer.json<T & { error?: string | null }>()
    if (answer.statusCode !== 200 || body.error) throw new Error(`${path} was refused: ${answer.body}`)
    return body
  }
}

function rowAt(index: number): (string | number)[] {
  return [`s${index % 7}`, `2026-01-${String(10 + (index % 18))}`, 1 + (index % 5), `Comment ${index}`]
}

function csvOf(count: number): string {
  return [columns, ...Array.from({ length: count }, (_, index) => rowAt(index))]
    .map((cells) => cells.join(','))
    .join('\n')
}

async function workbook(): Promise<Buffer> {
  const rows = [columns, ...Array.from({ length: fileRows }, (_, index) => rowAt(index))]
  return Buffer.from(await writeXlsx({ sheets: [{ name: 'Rows', rows }] }))
}
