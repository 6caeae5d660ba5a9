import { linksOf } from '#server/domain/campaigns/tracking/links.ts'
import type { Answered, Installation } from '../installation.ts'

/** Samples there are to answer. */
const samples = 20_000

/** Samples of an installation's survey that are answered by their links while it is killed. */
export class AnsweredSamples {
  private readonly installation: Installation
  private readonly ids: number[]
  private readonly pathOf: (id: number) => string
  private readonly states = new Map<number, 'acknowledged' | 'unknown'>()

  private constructor(installation: Installation, ids: number[], pathOf: (id: number) => string) {
    this.installation = installation
    this.ids = ids
    this.pathOf = pathOf
  }

  /** Adds the samples. */
  static async make(installation: Installation): Promise<AnsweredSamples> {
    const rows = await installation.ask(
      `insert into response (survey_id, state, event_date, answers, unit_ids)
       select survey_id, 2, event_date, answers - 'score', unit_ids
         from (select * from response order by id limit 1) r, generate_series(1, $1) returning id`,
      [samples],
    )
    const [secret] = await installation.ask(
      `insert into sending_secret (universe_id, secret)
       select universe_id, decode(repeat('5a', 32), 'hex') from survey where ext_name = 'visits'
       on conflict (universe_id) do update set universe_id = excluded.universe_id returning universe_id, secret`,
    )
    const key = secret?.['secret'] as Buffer
    const universeId = Number(secret?.['universe_id'])
    const pathOf = (responseId: number): string =>
      linksOf(key, universeId, { recipientId: 0, responseId }, '').survey.slice(1)
    return new AnsweredSamples(
      installation,
      rows.map(({ id }) => Number(id)),
      pathOf,
    )
  }

  /** Answers the next sample, in a double click; null where none is left. */
  async answerNext(): Promise<Answered | null> {
    const id = this.ids.pop()
    if (id === undefined) return null
    this.states.set(id, 'unknown')
    const [one, other] = await Promise.all([this.send(id), this.send(id)])
    const taken = one.status === 303 ? one : other
    if (taken.status === 303) this.states.set(id, 'acknowledged')
    return taken
  }

  /** What was lost or doubled, one line each. */
  async faults(): Promise<string[]> {
    const rows = await this.installation.ask(
      `select r.id, r.state, r.version, r.answers->>'score' as score, count(c.version)::int as changes
         from response r left join response_change c on c.response_id = r.id
        where r.id = any($1::bigint[]) group by r.id`,
      [[...this.states.keys()]],
    )
    const stored = new Map(rows.map((row) => [Number(row['id']), row]))
    return [...this.states].flatMap(([id, state]) => {
      const row = stored.get(id)
      const is = JSON.stringify(row)
      const isWhole = row?.['state'] === 0 && row['version'] === 2 && row['score'] === '4' && row['changes'] === 1
      const isUntouched = row?.['state'] === 2 && row['version'] === 1 && row['changes'] === 0
      if (isWhole || (isUntouched && state === 'unknown')) return []
      return [`${state}: ${is}`]
    })
  }

  private send(id: number): Promise<Answered> {
    return this.installation.sendForm(this.pathOf(id), { 'q.score': '4', go: 'send' })
  }
}
