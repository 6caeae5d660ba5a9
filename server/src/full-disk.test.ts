import { getHealth } from '@gensvar/contract/health'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runCommandOn } from './testing/server-process.ts'
import { severalServersWorld } from './testing/several-servers-world.ts'
import type { SeveralServersWorld } from './testing/several-servers-world.ts'
import { hasSmallDisk, smallDisk } from './testing/small-disk.ts'
import type { SmallDisk } from './testing/small-disk.ts'

const noRoom = "The figures' store has no room left on its disk. The administrator must make room there."
const patience = { timeout: 30_000 }

let disk: SmallDisk
let world: SeveralServersWorld
let token: string

describe.skipIf(!hasSmallDisk)('a server whose disk becomes full while its figures are made anew', () => {
  beforeAll(async () => {
    disk = await smallDisk(160)
    world = await severalServersWorld(disk.folder)
    token = await world.tokenOf(world.user)
    await world.addResponses(12)
    await world.servers.start('a')
  })
  afterAll(async () => {
    await world.close()
    await disk.remove()
  })

  const pathOf = (call: string): string => `/rest/${call}/${world.survey.extName}`
  const counted = async (): Promise<unknown> => {
    const { body } = await world.servers.ask('a', `${pathOf('widgets/data')}/head/date=${world.date}`, { token })
    return body.variables[0].value
  }
  const freshness = async () => {
    const { body } = await world.servers.ask('a', `${pathOf('surveys/status')}/root`, { token })
    return body.freshness
  }
  const health = async () => getHealth.response.parse((await world.servers.ask('a', '/health')).body)

  /** Whether anybody waits for the lock that keeps responses from being read. */
  async function isHeld(): Promise<boolean> {
    const { rows } = await world.database.pool.query(
      `select from pg_locks where relation = 'response'::regclass and not granted`,
    )
    return rows.length > 0
  }

  test('says so, keeps the figures of before, and brings them up to date once there is room', async () => {
    expect(await counted()).toBe(12)
    const locking = await world.database.pool.connect()
    await locking.query('begin')
    await locking.query('lock table response in access exclusive mode')
    const rebuild = runCommandOn(world.servers.folderOf('a'), ['rebuild-analytics'])
    await expect.poll(isHeld, patience).toBe(true)
    await disk.fill()
    await locking.query('rollback')
    locking.release()

    const { code, errors } = await rebuild.ended
    expect(code).not.toBe(0)
    expect(errors).toContain(noRoom)
    expect(await counted()).toBe(12)
    await world.addResponses(3)
    await expect.poll(freshness, patience).toMatchObject({ updating: true, problem: noRoom })
    expect(await health()).toMatchObject({ status: 'unavailable', figures: { updating: true, problem: noRoom } })
    expect(await counted()).toBe(12)
    expect(world.servers.loggedBy('a')).toContain(noRoom)

    await disk.empty()
    await expect.poll(counted, patience).toBe(15)
    await expect.poll(freshness, patience).toMatchObject({ updating: false, problem: null })
    await expect.poll(health, patience).toMatchObject({ status: 'ok', figures: { problem: null } })
  })
})
