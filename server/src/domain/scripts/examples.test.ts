import { scriptTypes } from '@gensvar/contract/entities/scripts'
import { scriptTypeList } from '@gensvar/contract/script-types/index'
import { expect, test } from 'vitest'
import { runInSandbox } from './sandbox/sandbox.ts'
import { sampleInput } from './sample-input.ts'

test('every type has its interface', () => {
  const types = scriptTypeList.map(({ type }) => type)
  expect(types.toSorted()).toEqual(scriptTypes.filter((type) => type !== 'CONFIGURATION').toSorted())
})

test.each(scriptTypeList.map((one) => [one.type, one] as const))(
  'the example of %s answers what its type says',
  async (_type, { input, output, example }) => {
    const given = sampleInput(input)
    expect(input.safeParse(given).error).toBeUndefined()
    const { outcomes } = await runInSandbox({
      script: example,
      inputs: [given],
      now: new Date('2026-02-10T12:00:00Z'),
      host: async () => ({ value: 1, n: 1 }),
    })
    const [outcome] = outcomes
    expect(outcome).toHaveProperty('json')
    const answer: unknown = outcome && 'json' in outcome ? JSON.parse(outcome.json) : undefined
    expect(output.safeParse(answer).error).toBeUndefined()
  },
)
