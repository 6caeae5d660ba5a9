import { expect, test } from 'vitest'
import { StepsInTurn } from './steps-in-turn.ts'

test('steps are taken one after another, and as many are left as asked for', async () => {
  const steps = new StepsInTurn()
  const gates = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const events: string[] = []
  for (const [index, gate] of gates.entries())
    steps.add(async () => {
      events.push(`begins ${index}`)
      await gate.promise
      events.push(`ends ${index}`)
    })
  gates[1]?.resolve()
  gates[0]?.resolve()
  await steps.left(2)
  expect(events.slice(0, 2)).toEqual(['begins 0', 'ends 0'])
  await steps.left(1)
  expect(events).not.toContain('ends 2')
  gates[2]?.resolve()
  await steps.left(0)
  expect(events).toEqual([0, 1, 2].flatMap((index) => [`begins ${index}`, `ends ${index}`]))
})

test('after one that fails none is taken, and whoever waits gets its error', async () => {
  const steps = new StepsInTurn()
  const taken: number[] = []
  steps.add(async () => void taken.push(0))
  steps.add(() => Promise.reject(new Error('no room')))
  steps.add(async () => void taken.push(2))
  await expect(steps.left(1)).rejects.toThrow('no room')
  await expect(steps.left(0)).rejects.toThrow('no room')
  expect(taken).toEqual([0])
})
