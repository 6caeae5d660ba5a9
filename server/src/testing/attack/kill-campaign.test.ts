import { expect, test } from 'vitest'
import { killCampaign } from './kill-campaign.ts'

test('a campaign whose worker is killed five times writes to nobody twice, and tells whose message is of unknown fate', async () => {
  const { findings, sent, unknown } = await killCampaign({ rounds: 5, seed: 14, people: 600 })
  expect(findings).toEqual([])
  expect(sent + unknown).toBe(600)
  expect(sent).toBeGreaterThan(0)
})

test('so does a campaign by text message, whose message centre took what the killed worker had written', async () => {
  const { findings, sent, unknown } = await killCampaign({ rounds: 2, seed: 15, people: 300, by: 'SMS' })
  expect(findings).toEqual([])
  expect(sent + unknown).toBe(300)
  expect(sent).toBeGreaterThan(0)
})
