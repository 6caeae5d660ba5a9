import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { hashPassword } from '#server/domain/rights/password.ts'
import { systemClock } from '#server/platform/clock.ts'
import { write } from '#server/domain/write.ts'
import { createRole, createSurvey, createUniverse, createUser, signIn, smallSurvey } from './factories.ts'
import type { MadeUser } from './factories.ts'
import { testDatabase } from './postgres.ts'
import type { TestDatabase } from './postgres.ts'
import { SeveralServers } from './several-servers.ts'
import { addResponses } from './survey-data.ts'
import type { MadeSurvey } from './survey-data.ts'

/** The password of the world's users. */
export const password = 'correct horse battery'

const configuration = (title: string): string => `
version: 1
lowBase: 0
rankFrom: 0
alerts: [{ extname: low, when: rating < 3, due: 1d }]
indicators: { answers: { title: ${title}, expression: count(), decimals: 0 } }
pages:
  - extname: overview
    components:
      - { type: variable-block, config: { id: head, variables: [answers] } }
  - extname: ranking
    kind: rankings
    components:
      - { type: ranking-table, config: { id: units, sortBy: answers, columns: [answers] } }
`

/** Several servers on a database of their own, with a survey and its people. */
export interface SeveralServersWorld {
  servers: SeveralServers
  database: TestDatabase
  survey: MadeSurvey
  roleId: number
  user: MadeUser
  root: MadeUser
  /** The configuration with another title of its indicator. */
  configuration(title: string): string
  /** A session of a user, in the survey's organisation. */
  tokenOf(user: MadeUser): Promise<string>
  /** Adds responses of today, which is `date`; returns their ids. */
  addResponses(count: number): Promise<number[]>
  date: string
  /** Ends and removes everything. */
  close(): Promise<void>
}

/** Makes one, in which no server runs yet; `within` has the folder of its servers. Its people have the same password. */
export async function severalServersWorld(within = inject('testFolder')): Promise<SeveralServersWorld> {
  const database = await testDatabase()
  const { db } = database
  const folder = await mkdtemp(join(within, 'several-'))
  const servers = await SeveralServers.make({ databaseUrl: database.url, folder })
  const { id: universeId } = await createUniverse(db)
  const survey = await createSurvey(db, universeId, { ...smallSurvey, config: configuration('Answers') })
  const roleId = await createRole(db, universeId, { surveys: { [survey.surveyId]: {} } })
  const passwordHash = await hashPassword(password)
  const user = await createUser(db, { passwordHash, universes: [{ universeId, roleId }] })
  const root = await createUser(db, { passwordHash, isRoot: true })
  const deps = { db, clock: systemClock }
  const date = new Date().toISOString().slice(0, 10)
  return {
    ...{ servers, database, survey, roleId, user, root, configuration, date },
    tokenOf: (of) => signIn(deps, of, universeId),
    async addResponses(count) {
      const rows = Array.from({ length: count }, () => ({ date, answers: smallSurvey.rows?.[0]?.answers ?? {} }))
      return write(programContext(deps, 'test'), async (tx) => {
        const ids = await addResponses(tx.db, survey.surveyId, rows)
        await tx.changed(survey.surveyId, ids)
        return ids
      })
    },
    async close() {
      await servers.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
