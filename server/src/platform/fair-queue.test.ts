import { expect, test } from 'vitest'
import { FairQueue } from './fair-queue.ts'

/** A queue whose work is ended by the test, and the order in which it began. */
function controlled(limits: ConstructorParameters<typeof FairQueue>[0]) {
  const queue = new FairQueue(limits)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const add = (caller: string, name: string, signal?: AbortSignal) =>
    queue.run(
      caller,
      () => {
        begun.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      },
      signal,
    )
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string): Promise<void> => {
    await settle()
    ends.get(name)?.()
    await settle()
  }
  return { queue, begun, add, end, settle }
}

test('callers take turns, in whatever order and number their work arrives', async () => {
  const { queue, begun, add, end, settle } = controlled({ slots: 1, perCaller: 1 })
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => add(name.slice(0, 1), name))
  await settle()
  for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3']) {
    expect(begun.at(-1)).toBe(name)
    await end(name)
  }
  await Promise.all(all)
  await queue.idle()
})

test('of one caller only so much is under way, so that there is room for the next', async () => {
  const { begun, add, end, settle } = controlled({ slots: 3, perCaller: 2 })
  const all = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1')]
  await settle()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('b1')
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await end('a1')
  expect(begun.at(-1)).toBe('a3')
  await Promise.all([end('a2'), end('a3')])
  await Promise.all(all)
})

test('who leaves before their turn is passed over, and a failure frees the place', async () => {
  const { queue, begun, add, end } = controlled({ slots: 1, perCaller: 1 })
  const first = add('a', 'a1')
  const leaver = new AbortController()
  const left = add('b', 'b1', leaver.signal)
  const last = add('c', 'c1')
  leaver.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  await end('a1')
  expect(begun).toEqual(['a1', 'c1'])
  await end('c1')
  await Promise.all([first, last])
  await expect(queue.run('a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await queue.run('a', async () => 1)).toBe(1)
  await expect(queue.run('a', async () => 1, leaver.signal)).rejects.toThrow('left')
  await queue.idle()
})
