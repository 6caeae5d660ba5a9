import { readXlsx } from 'hucre/xlsx'
import { expect } from 'vitest'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { bearer, createUser, signIn } from '#server/testing/factories.ts'
import { reportTaskTypes } from '../service.ts'
import type { ReportAnswer } from '../status.ts'

/** What a call answered with. */
export interface Answer {
  status: number
  body: ReturnType<typeof JSON.parse>
}

/** A user's calls for reports of a survey. */
export interface ReportCaller {
  token: string
  create(path: string, body?: object): Promise<Answer>
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer>
  /** Waits until a report is finished or has failed. */
  ended(uuid: string): Promise<ReportAnswer>
  download(uuid: string): Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>
  /** Creates a report, waits for it and reads its sheets. */
  sheets(path: string, body?: object): Promise<{ name: string; rows: unknown[][] }[]>
}

/** Calls of a session for the reports of a board's survey. */
export function reportCaller(board: Pick<Dashboard, 'app' | 'survey'>, token: string): ReportCaller {
  const headers = { ...bearer(token), 'accept-language': 'en' }
  const call: ReportCaller['call'] = async (method, path, body) => {
    const url = `/rest/reports/${path}`
    const answer = await board.app.inject({ method, url, headers, ...(body && { payload: body }) })
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }
  const caller: ReportCaller = {
    token,
    call,
    create: (path, body = {}) => {
      const [kind = '', ...rest] = path.split('/')
      return call('POST', [kind, board.survey, ...rest].join('/'), body)
    },
    async ended(uuid) {
      let answer: Answer = { status: 0, body: null }
      await expect
        .poll(
          async () => {
            answer = await call('GET', `status/${board.survey}/${uuid}`)
            return answer.body.status
          },
          { timeout: 20_000, interval: 20 },
        )
        .toMatch(/FINISHED|FAILED/)
      return answer.body
    },
    async download(uuid) {
      const {
        statusCode,
        rawPayload,
        headers: sent,
      } = await board.app.inject({
        url: `/rest/reports/download/${board.survey}/${uuid}`,
        headers,
      })
      return { status: statusCode, headers: sent, bytes: rawPayload }
    },
    async sheets(path, body) {
      const made = await caller.create(path, body)
      expect(made.status, JSON.stringify(made.body)).toBe(200)
      const ended = await caller.ended(made.body.taskUUID)
      expect(ended.status, ended.reason).toBe('FINISHED')
      const { bytes } = await caller.download(made.body.taskUUID)
      return (await readXlsx(bytes)).sheets.map(({ name, rows }) => ({ name, rows }))
    },
  }
  return caller
}

/** An engine that makes a board's reports; stop it after the tests. */
export async function startedEngine({ deps }: Pick<Dashboard, 'deps'>): Promise<TaskEngine> {
  await caughtUp(deps.analytics, deps.pool)
  const engine = new TaskEngine(deps, reportTaskTypes)
  engine.start()
  return engine
}

/** Root in the universe of a board. */
export async function rootCaller(
  board: Pick<Dashboard, 'deps' | 'app' | 'survey' | 'universeId'>,
): Promise<ReportCaller> {
  const root = await createUser(board.deps.db, { isRoot: true })
  return reportCaller(board, await signIn(board.deps, root, board.universeId))
}
