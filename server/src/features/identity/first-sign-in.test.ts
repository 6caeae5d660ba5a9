import { loginStatus } from '@gensvar/contract/entities/identity'
import { expect, onTestFinished, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { identifyByToken } from '#server/domain/rights/sessions.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createRole, createUniverse, createUser } from '#server/testing/factories.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import { resumedStatus, signIn } from './sign-in.ts'

test('where there is no universe yet only root is let in, into none, until there is one to choose', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const { db } = database
  const deps = programContext({ db, clock: systemClock }, 'test')
  const root = await createUser(db, { isRoot: true })
  const other = await createUser(db)
  const ask = (username: string) =>
    signIn(deps, {
      ...{ username, flag: '' as const, host: 'here.example.org', proof: async () => true, mayBeRoot: true },
    })
  const identityOf = async ({ answer }: Awaited<ReturnType<typeof signIn>>) => {
    const identity = await identifyByToken(deps, answer.authToken ?? '')
    if (!identity) throw new Error('just signed in')
    return identity
  }
  const first = await ask(root.username)
  expect(first).toMatchObject({
    answer: { loginStatus: loginStatus.signedIn, universe: null, isRoot: true },
    cookie: expect.any(String),
  })
  const entry = db.selectFrom('audit').select(['action', 'object', 'details']).where('user_id', '=', root.id)
  expect(await entry.execute()).toEqual([{ action: 'sign-in', object: '', details: { status: 0 } }])
  const asRoot = await identityOf(first)
  expect(await resumedStatus(db, asRoot)).toBe(loginStatus.signedIn)
  expect((await ask(other.username)).answer).toMatchObject({ loginStatus: loginStatus.unknownUser, authToken: null })
  expect(await resumedStatus(db, { ...asRoot, isRoot: false })).toBe(loginStatus.selectUniverse)

  const { id: universeId } = await createUniverse(db)
  expect(await resumedStatus(db, asRoot)).toBe(loginStatus.selectUniverse)
  const member = await createUser(db, { universes: [{ universeId, roleId: await createRole(db, universeId) }] })
  const asMember = await identityOf(await ask(member.username))
  expect(asMember.universe?.id).toBe(universeId)
  expect(await resumedStatus(db, asMember)).toBe(loginStatus.signedIn)
})
