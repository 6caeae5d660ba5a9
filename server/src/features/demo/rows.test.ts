import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { planBank } from './bank/bank-survey.ts'
import { planLoadTest } from './load-test.ts'
import { planOrders } from './orders/orders-survey.ts'
import type { PlannedAnswer, PlannedQuestion, PlannedSurvey } from './plan.ts'
import { planRetail } from './retail/retail-survey.ts'

const today = '2026-03-31'

describe.each([
  { name: 'retail', plan: (day: string) => planRetail(day, { completed: 6_000, spam: 20, samples: 900 }) },
  { name: 'orders', plan: (day: string) => planOrders(day, { completed: 1_500, samples: 200 }) },
  { name: 'bank', plan: (day: string) => planBank(day, 0.05) },
  {
    name: 'flat load test',
    plan: (day: string) => planLoadTest(day, { rows: 1_000, units: 300, questions: 6, flat: true }),
  },
  { name: 'load test', plan: (day: string) => planLoadTest(day, { rows: 1_000, units: 300, questions: 6 }) },
])('the rows of the $name survey', ({ plan }) => {
  test('are the same whenever they are made for a date', () => {
    expect(fingerprint(plan(today))).toBe(fingerprint(plan(today)))
    expect(fingerprint(plan(today))).not.toBe(fingerprint(plan('2026-04-01')))
  })

  test.each([today, '2028-02-29'])('fit its questions, units and campaigns on %s', (day) => {
    expect(problemsOf(plan(day), day)).toEqual([])
  })

  test('lie in the three years up to yesterday', () => {
    const dates = [...plan(today).responses()].map((row) => row.eventDate).sort()
    expect(dates[0]! >= '2023-03-31').toBe(true)
    expect(dates.at(-1)! >= '2026-03-25' && dates.at(-1)! < today).toBe(true)
  })
})

function fingerprint(plan: PlannedSurvey): string {
  const hash = createHash('sha256')
  for (const row of plan.responses()) hash.update(JSON.stringify(row))
  return hash.update(JSON.stringify([plan.questions, plan.views])).digest('hex')
}

/**
 * What is wrong with the rows of a planned survey: answers its questions do not take, places it does not have, days on
 * or after `today` (ISO), sendings of campaigns there are not. Empty when all is well.
 */
function problemsOf(plan: PlannedSurvey, today: string): string[] {
  const questions = new Map(plan.questions.map((question) => [question.variable, question]))
  const choices = new Map(
    plan.questions.map((question) => [question.variable, new Set(question.choices?.map((choice) => choice.extName))]),
  )
  const units = plan.views.map((view) => new Set(view.units.map((unit) => unit.path.join('/'))))
  const campaigns = new Set(plan.campaigns.map((campaign) => campaign.extName))
  const ids = new Set<string>()
  const problems: string[] = []
  for (const row of plan.responses()) {
    const complain = (words: string): number => problems.push(`${row.foreignId}: ${words}`)
    if (ids.has(row.foreignId)) complain('comes twice')
    ids.add(row.foreignId)
    if (row.eventDate >= today || (row.completedAt ?? '') >= today) complain('lies in the future')
    if ((row.completedAt !== null) !== (row.state === 0)) complain('is completed without being so')
    if (row.places.length !== units.length) complain('has not a place per view')
    row.places.forEach((place, view) => {
      if (place.length !== plan.views[view]?.levels.length) complain(`is not at a leaf: ${place.join('/')}`)
      if (!units[view]?.has(place.join('/'))) complain(`has no unit ${place.join('/')}`)
      plan.views[view]?.levels.forEach((level, depth) => {
        const name = place[depth]
        if ((row.answers[level] ?? '-') !== name) complain(`says ${level} otherwise than its place`)
      })
    })
    for (const [variable, answer] of Object.entries(row.answers)) {
      const question = questions.get(variable)
      if (!question || !fits(question, choices.get(variable) ?? new Set(), answer))
        complain(`${variable} cannot be ${String(answer)}`)
    }
    for (const recipient of row.recipients ?? [])
      if (!campaigns.has(recipient.campaign)) complain(`no campaign ${recipient.campaign}`)
  }
  if (ids.size !== plan.size) problems.push(`there are ${ids.size} rows, not ${plan.size}`)
  return problems
}

function fits(question: PlannedQuestion, choices: ReadonlySet<string>, answer: PlannedAnswer): boolean {
  switch (question.type) {
    case 'scale':
      return typeof answer === 'number' && Number.isInteger(answer) && inScale(question, answer)
    case 'numeric':
      return typeof answer === 'number' && Number.isFinite(answer)
    case 'single':
      return typeof answer === 'string' && choices.has(answer)
    case 'multiple':
      return Array.isArray(answer) && answer.length > 0 && answer.every((one) => choices.has(one))
    case 'date':
      return typeof answer === 'string' && /^\d{4}-\d\d-\d\d$/.test(answer)
    case 'text':
      return typeof answer === 'string' && answer.trim() !== '' && !/[{}]|undefined|null/.test(answer)
  }
}

function inScale(question: PlannedQuestion, answer: number): boolean {
  const [min, max] = question.scale ?? [0, 0]
  return answer >= min && answer <= max
}
