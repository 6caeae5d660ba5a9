import { setTimeout as wait } from 'node:timers/promises'
import { Random } from '#server/demo/random.ts'
import { Installation } from '../installation.ts'
import { AnsweredSamples } from './answered-samples.ts'
import type { Answered } from '../installation.ts'

/** Options of the loop. The same seed kills the same parts at the same times. */
export interface KillLoopOptions {
  rounds: number
  seed: number
  /** Called with lines of progress. */
  report?: (line: string) => void
}

/** A write that was lost or doubled, or a wrong answer. */
export interface KillFinding {
  /** Number of the round. */
  number: number
  /** What was killed. */
  place: string
  /** The fault in one line. */
  fault: string
  detail: string
}

/** The result of the loop. */
export interface KillLoopResult {
  /** Rounds, each with a kill. */
  tried: number
  /** Writes the server acknowledged. */
  acknowledged: number
  findings: KillFinding[]
}

const targets = ['postgres', 'server', 'both', 'connection'] as const
type Target = (typeof targets)[number]

/** Number of parallel writers of comments. */
const commenters = 4
/** Number of people who answer at the same time. */
const respondents = 4
/** Responses in a file: half of them new, half of them existing. */
const fileSize = 40
/** Earliest and latest moment of a kill after the writing began, in ms. */
const killFrom = 100
const killTo = 1500
/** Timeout for a write to succeed again after only PostgreSQL was killed, in ms. */
const recoverWithin = 20_000

/** An imported file, and whether the server has confirmed that all of it is stored. */
interface ImportedFile {
  scores: Map<string, number>
  isAcknowledged: boolean
}

/**
 * Starts the real server, kills it and its PostgreSQL (the main process or a connection) at random moments while comments,
 * answers and files are written, and checks after each kill that everything acknowledged is stored exactly once, every file is
 * stored completely or not at all, and the figures are those of a rebuild.
 */
export async function killLoop({ rounds, seed, report = () => {} }: KillLoopOptions): Promise<KillLoopResult> {
  const random = new Random(`kill-loop/${seed}`)
  const installation = await Installation.make()
  try {
    const loop = new KillLoop(installation, await AnsweredSamples.make(installation))
    for (let round = 1; round <= rounds; round++) {
      const target = targets[(round - 1 + seed) % targets.length] ?? 'both'
      const line = await loop.round(round, target, random.int(killFrom, killTo))
      report(`round ${round} of ${rounds}: ${line}`)
    }
    return { tried: rounds, acknowledged: loop.acknowledged, findings: loop.findings }
  } finally {
    await installation.remove()
  }
}

class KillLoop {
  private readonly installation: Installation
  private readonly answered: AnsweredSamples
  readonly findings: KillFinding[] = []
  acknowledged = 0
  private readonly comments = new Map<string, 'acknowledged' | 'unknown'>()
  private readonly files: ImportedFile[] = []
  private writing = false
  private number = 0
  private target: Target = 'both'
  private killedAt = Infinity
  private recovered: PromiseWithResolvers<number> = Promise.withResolvers()

  constructor(installation: Installation, answered: AnsweredSamples) {
    this.installation = installation
    this.answered = answered
  }

  /** Writes, kills after `delay` ms, restarts the server if needed and checks what is stored. */
  async round(number: number, target: Target, delay: number): Promise<string> {
    this.number = number
    this.target = target
    this.killedAt = Infinity
    this.recovered = Promise.withResolvers()
    this.writing = true
    const writers = [
      this.importFiles(),
      ...Array.from({ length: commenters }, (_, index) => this.writeComments(index)),
      ...Array.from({ length: respondents }, () => this.sendAnswers()),
    ]
    await wait(delay)
    const back = await this.kill()
    this.writing = false
    await Promise.all(writers)
    if (target === 'server' || target === 'both') await this.installation.start()
    await this.compare()
    return `${target} killed after ${delay} ms${back === null ? '' : `, back after ${back} ms`}; ${this.acknowledged} writes acknowledged`
  }

  /** Kills; returns after how many ms a write succeeded again if the server kept running, else null. */
  private async kill(): Promise<number | null> {
    const { installation, target } = this
    if (target === 'server' || target === 'both') {
      if (target === 'both') await installation.killPostgres()
      await installation.killServer()
      return null
    }
    this.killedAt = performance.now()
    if (target === 'postgres') await installation.killPostgres()
    else await this.killConnection()
    const late = wait(recoverWithin, null)
    const back = await Promise.race([this.recovered.promise, late])
    if (back === null) this.found('does not come back', `no write succeeded within ${recoverWithin} ms`)
    return back
  }

  /** Killing one backend process makes PostgreSQL end all other connections and replay its log. */
  private async killConnection(): Promise<void> {
    const [row] = await this.installation.ask(
      `select pid from pg_stat_activity where application_name = 'gensvar' order by state, pid limit 1`,
    )
    process.kill(Number(row?.['pid']), 'SIGKILL')
  }

  private async writeComments(writer: number): Promise<void> {
    for (let count = 0; this.writing; count++) {
      const message = `round ${this.number} writer ${writer} comment ${count}`
      const begun = performance.now()
      this.comments.set(message, 'unknown')
      const answer = await this.installation.comment(message)
      if (answer.status === 200) {
        this.comments.set(message, 'acknowledged')
        this.noteSuccess(begun)
      } else {
        this.judge(answer)
        await wait(20)
      }
    }
  }

  private async sendAnswers(): Promise<void> {
    while (this.writing) {
      const begun = performance.now()
      const answer = await this.answered.answerNext()
      if (!answer) return
      if (answer.status === 303) this.noteSuccess(begun)
      else {
        this.judge(answer)
        await wait(20)
      }
    }
  }

  private async importFiles(): Promise<void> {
    for (let count = 0; this.writing; count++) {
      const scores = new Map<string, number>()
      for (let row = 0; row < fileSize; row++)
        scores.set(row % 2 ? `r${this.number}-${count}-${row}` : `first-${row}`, 1 + ((row + count + this.number) % 5))
      const file: ImportedFile = { scores, isAcknowledged: false }
      this.files.push(file)
      await this.installation.importScores(scores).then(
        () => {
          file.isAcknowledged = true
          this.acknowledged++
        },
        () => wait(20),
      )
    }
  }

  private noteSuccess(begun: number): void {
    this.acknowledged++
    if (begun > this.killedAt) this.recovered.resolve(Math.round(performance.now() - this.killedAt))
  }

  /** A rejected write must say that it may be retried; without a server there is no answer. */
  private judge({ status, retryAfter, body }: Answered): void {
    const isGone = status === 0 && body !== 'hung' && this.target !== 'postgres' && this.target !== 'connection'
    if (isGone || (status === 503 && retryAfter !== null)) return
    this.found(
      'answers otherwise than with success or "try again"',
      `status ${status}, retry-after ${retryAfter}: ${body}`,
    )
  }

  private async compare(): Promise<void> {
    await this.compareComments()
    await this.compareFiles()
    for (const fault of await this.answered.faults()) this.found('an answer is not there once', fault)
    const before = JSON.stringify(await this.installation.figures())
    await this.installation.command('rebuild-analytics')
    const after = JSON.stringify(await this.installation.figures())
    if (before !== after) this.found('figures differ from those of a rebuild', `${before}\n${after}`)
  }

  private async compareComments(): Promise<void> {
    const rows = await this.installation.ask(
      'select message, count(*)::int as n from response_comment group by message',
    )
    const stored = new Map(rows.map(({ message, n }) => [String(message), Number(n)]))
    for (const [message, state] of this.comments) {
      const times = stored.get(message) ?? 0
      if (times > 1) this.found('a comment is there more than once', `${message}: ${times} times`)
      if (times === 0 && state === 'acknowledged') this.found('an acknowledged comment is lost', message)
    }
  }

  /** Files are imported one after the other, so the stored data must be the result of those that succeeded, in order. */
  private async compareFiles(): Promise<void> {
    const rows = await this.installation.ask(`select foreign_id, answers->>'score' as score from response`)
    const stored = new Map(rows.map(({ foreign_id: key, score }) => [String(key), Number(score)]))
    const last = new Map<string, number>()
    for (const { scores, isAcknowledged } of this.files) {
      const own = [...scores.keys()].filter((key) => !key.startsWith('first-'))
      const there = own.filter((key) => stored.has(key)).length
      if (isAcknowledged && there < own.length)
        this.found('an acknowledged file is lost', `${there} of ${own.length} responses`)
      if (there > 0 && there < own.length) this.found('a file is there in part', `${there} of ${own.length} responses`)
      if (there > 0) for (const [key, score] of scores) last.set(key, score)
    }
    for (const [key, score] of last)
      if (stored.get(key) !== score)
        this.found('a response is not as the last file says', `${key}: ${stored.get(key)} instead of ${score}`)
  }

  private found(fault: string, detail: string): void {
    this.findings.push({ number: this.number, place: this.target, fault, detail })
  }
}
