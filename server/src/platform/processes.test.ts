import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { makeZombie } from '#server/testing/zombie.ts'
import { describeByPs, isRunning, ownIdentity, presenceOf } from './processes.ts'

test('a process is known by its number, its start and where it runs', async () => {
  const own = await ownIdentity()
  expect(await presenceOf(own)).toBe('running')
  expect(await presenceOf({ ...own, started: 'another' })).toBe('gone')
  expect(await presenceOf({ ...own, boot: 'another' })).toBe(own.boot === '' ? 'running' : 'unknown')
  expect(await presenceOf({ ...own, space: 'another' })).toBe(own.space === '' ? 'running' : 'unknown')
  // Locks of earlier versions say less.
  expect(await presenceOf({ pid: own.pid, started: '' })).toBe('running')
})

test('a process that ended is gone, collected or not', async () => {
  const ended = spawn('true')
  await once(ended, 'exit')
  expect(await isRunning(ended.pid ?? 0)).toBe(false)
  const zombie = await makeZombie()
  expect(await isRunning(zombie.pid)).toBe(false)
  expect(await presenceOf({ pid: zombie.pid, started: zombie.started })).toBe('gone')
  zombie.end()
})

test('ps tells the same as the system does', async () => {
  const zombie = await makeZombie()
  const own = await describeByPs(process.pid)
  expect(own).toEqual({ isZombie: false, started: expect.stringMatching(/^\w{3} \w{3} +\d+ [\d:]{8} \d{4}$/) })
  expect((await describeByPs(process.pid))?.started).toBe(own?.started)
  expect(await describeByPs(zombie.pid)).toMatchObject({ isZombie: true })
  expect(await describeByPs(2 ** 22 + 1)).toBeNull()
  zombie.end()
})
