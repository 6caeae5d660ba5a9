import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { NewQuestion } from '#server/domain/build/questions.ts'
import type { PlannedAnswer, PlannedSurvey } from '#server/demo/plan.ts'

const today = '2026-03-31'

/** Tests that apply to the rows of every planned survey; `plan` creates the survey for a date (ISO). */
export function describeRows(name: string, plan: (day: string) => PlannedSurvey): void {
  describe(`the rows of the ${name} survey`, () => {
    test('are the same whenever they are made for a date', () => {
      expect(fingerprint(plan(today))).toBe(fingerprint(plan(today)))
      expect(fingerprint(plan(today))).not.toBe(fingerprint(plan('2026-04-01')))
    })

    test.each([today, '2028-02-29'])('fit its questions, units and campaigns on %s', (day) => {
      expect(problemsOf(plan(day), day)).toEqual([])
    })

    test('lie in the three years up to yesterday', () => {
      const dates = [...plan(today).responses()].map((row) => row.eventDate).sort()
      expect((dates[0] ?? '') >= '2023-03-31').toBe(true)
      const last = dates.at(-1) ?? ''
      expect(last >= '2026-03-25' && last < today).toBe(true)
    })
  })
}

function fingerprint(plan: PlannedSurvey): string {
  const hash = createHash('sha256')
  for (const row of plan.responses()) hash.update(JSON.stringify(row))
  return hash.update(JSON.stringify([plan.questions, plan.views])).digest('hex')
}

/**
 * Errors in the rows of a planned survey: answers its questions do not allow, unknown places, days on or after `today`
 * (ISO), sendings of unknown campaigns. Empty if there are none.
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

function fits(question: NewQuestion, choices: ReadonlySet<string>, answer: PlannedAnswer): boolean {
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

function inScale(question: NewQuestion, answer: number): boolean {
  const [min, max] = question.scale ?? [0, 0]
  return answer >= min && answer <= max
}
