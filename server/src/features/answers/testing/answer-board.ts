import type { LightMyRequestResponse as Injected } from 'fastify'
import { addressSecret } from '#server/domain/campaigns/rules/address-secret.ts'
import { linksOf } from '#server/domain/campaigns/tracking/links.ts'
import { createSurvey, createUniverse } from '#server/testing/factories.ts'
import { testOrigin } from '#server/testing/sent-messages.ts'
import type { MadeSurvey, TestSurvey } from '#server/testing/survey-data.ts'
import type { TestApp } from '#server/testing/test-app.ts'

/** A pair of a form: a field and its value. */
export type Pair = readonly [name: string, value: string]

/** A survey that is answered in a test, at the page of its respondents. */
export class AnswerBoard {
  readonly server: TestApp
  readonly survey: MadeSurvey

  constructor(server: TestApp, survey: MadeSurvey) {
    this.server = server
    this.survey = survey
  }

  /** Makes a survey in a universe of its own. */
  static async open(server: TestApp, of: TestSurvey): Promise<AnswerBoard> {
    const { id } = await createUniverse(server.deps.db)
    return new AnswerBoard(server, await createSurvey(server.deps.db, id, of))
  }

  /** Path of the link of a response's respondent. */
  async pathOf(at = 0): Promise<string> {
    const { universeId, responseIds } = this.survey
    const secret = await addressSecret(this.server.deps.db, universeId)
    const { survey } = linksOf(secret, universeId, { recipientId: 0, responseId: responseIds[at] ?? 0 }, testOrigin)
    return survey.slice(testOrigin.length)
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Injected> {
    return this.server.app.inject({ method: 'GET', url: path, headers })
  }

  /** Sends a form; what a button says it is for comes last. */
  post(path: string, pairs: readonly Pair[], headers: Record<string, string> = {}): Promise<Injected> {
    return this.server.app.inject({
      method: 'POST',
      url: path,
      payload: new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, value])).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  }

  /** All responses of the survey, the oldest first. */
  responses() {
    const { db } = this.server.deps
    return db.selectFrom('response').selectAll().where('survey_id', '=', this.survey.surveyId).orderBy('id').execute()
  }
}

/** What a browser without scripts sends of a page: what is filled in, and what the page brings along. */
export function fieldsOf(page: string): Pair[] {
  const inputs = [...page.matchAll(/<input ([^>]*)>/g)].map(([, text = '']) => text)
  return inputs.flatMap((text): Pair[] => {
    const of = (name: string): string => unescaped(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(text)?.[1] ?? '')
    const isChosen = !/type="(?:radio|checkbox)"/.test(text) || / checked/.test(text)
    return isChosen && of('name') !== '' ? [[of('name'), of('value')]] : []
  })
}

/** Names of the questions that a page shows. */
export function shownOn(page: string): string[] {
  return [...page.matchAll(/<div data-question="([^"]+)">/g)].map(([, name]) => name ?? '')
}

/** Words of the button that goes on. */
export function buttonOf(page: string): string {
  return / value="(?:next|send)" id="on">([^<]*)</.exec(page)?.[1] ?? ''
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
