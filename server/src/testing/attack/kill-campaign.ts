import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { Random } from '#server/demo/random.ts'
import { wakeSending } from '#server/domain/campaigns/sending/bulk-mail-task.ts'
import { programContext } from '#server/domain/context.ts'
import { notifyEngines } from '#server/domain/tasks/enqueue.ts'
import { retryExpired } from '#server/domain/tasks/expired.ts'
import { write } from '#server/domain/write.ts'
import { findRunningPostgres } from '#server/platform/embedded-postgres/launcher.ts'
import { sendingTo } from '../mail-sink.ts'
import { NullMailServer } from '../null-mail-server.ts'
import { textingTo } from '../smpp-server.ts'
import { createSentCampaign } from '../sent-campaign.ts'
import type { SentCampaign } from '../sent-campaign.ts'
import { runWorker } from '../server-process.ts'
import type { Run } from '../server-process.ts'
import type { AttackOptions, AttackResult, AttackTarget } from './attack.ts'
import { withTarget } from './open-target.ts'

/** The result of the loop. */
export interface KillCampaignResult extends AttackResult {
  sent: number
  /** Messages whose fate nobody knows, and those of them that arrived. */
  unknown: number
  unknownArrived: number
}

/** People of the campaign. */
const everybody = 20_000
/** What the workers call themselves at the database. */
const workerName = 'gensvar-killed'
/** Timeout for a worker to start and send what a round asks for, in ms. */
const workWithin = 120_000

/**
 * Kills the process that sends a campaign at random moments, while the mail server, a process of its own, takes its mails.
 * Nobody may get two; what is noted as sent must have arrived; in the end everybody has got theirs, or its fate is unknown
 * and told so with the reason.
 */
export function killCampaign({
  rounds,
  seed,
  people = everybody,
  by = 'EMAIL',
  report = () => {},
}: AttackOptions & { people?: number; by?: Way }): Promise<KillCampaignResult> {
  return withTarget(async (target) => {
    const random = new Random(`kill-campaign/${seed}`)
    const loop = await KillCampaign.make(target, people, by)
    try {
      for (let round = 1; round <= rounds; round++)
        // So many that the campaign lasts for all rounds.
        report(
          `round ${round} of ${rounds}: ${await loop.round(round, random.int(0, Math.floor((1.6 * people) / rounds)))}`,
        )
      const counts = await loop.end()
      const { sent, unknown, unknownArrived } = counts
      report(`${people} people: ${sent} sent, ${unknown} of unknown fate, ${unknownArrived} of which arrived`)
      return { tried: rounds, findings: loop.findings, ...counts }
    } finally {
      await loop.remove()
    }
  })
}

/** How the campaign is sent. */
type Way = 'EMAIL' | 'SMS'

/** What the loop has of its own. */
interface OwnParts {
  by: Way
  sink: NullMailServer
  url: string
  folder: string
  campaign: SentCampaign
}

class KillCampaign {
  readonly findings: AttackResult['findings'] = []
  private readonly target: AttackTarget
  private readonly own: OwnParts
  private worker: Run | null = null
  private number = 0
  /** Messages that were under way when their worker was killed: no others may be of unknown fate. */
  private held = 0

  private constructor(target: AttackTarget, own: OwnParts) {
    this.target = target
    this.own = own
  }

  static async make(target: AttackTarget, people: number, by: Way): Promise<KillCampaign> {
    const { deps } = target
    const url = await findRunningPostgres(join(deps.config.dataFolder, 'postgres'))
    if (url === null) throw new Error('PostgreSQL does not run')
    const workerUrl = new URL(url)
    workerUrl.searchParams.set('application_name', workerName)
    const campaign = await createSentCampaign(deps, { people, sendingType: by })
    await write(programContext(deps, 'attack'), (tx) => wakeSending(tx))
    const folder = await mkdtemp(join(tmpdir(), 'gensvar-sending-'))
    const sink = await NullMailServer.start(by)
    return new KillCampaign(target, { by, sink, url: workerUrl.href, folder, campaign })
  }

  /** Kills a worker after so many more mails were taken, right at its first claim for none, and checks what is stored. */
  async round(number: number, mails: number): Promise<string> {
    this.number = number
    const { sink } = this.own
    const before = sink.taken.length
    const { promise: reached, resolve } = Promise.withResolvers<void>()
    const worker = this.start()
    sink.onTaken = () => {
      if (sink.taken.length - before < mails) return
      worker.child.kill('SIGKILL')
      resolve()
    }
    if (mails === 0)
      void this.until(async () => (await this.counts()).sending > 0 || (await this.isOver())).then(() => {
        worker.child.kill('SIGKILL')
        resolve()
      })
    await Promise.race([reached, this.until(() => this.isOver())])
    sink.onTaken = () => {}
    worker.child.kill('SIGKILL')
    await worker.ended
    this.worker = null
    await this.until(() => this.isLeft())
    await this.check()
    await this.passTime()
    return `killed after ${mails} mails; so far ${sink.taken.length} taken, ${this.findings.length} findings`
  }

  /** Lets a worker send everything that may still be sent, and checks all of it. */
  async end(): Promise<Omit<KillCampaignResult, keyof AttackResult>> {
    const worker = this.start()
    await this.until(() => this.isOver())
    worker.child.kill('SIGTERM')
    await worker.ended
    this.worker = null
    await this.check()
    const taken = this.taken()
    const rows = await this.rows()
    const unknown = rows.filter(({ state }) => state === 'UNKNOWN')
    for (const { id, state, reason } of rows) {
      if (state !== 'SENT' && state !== 'UNKNOWN') this.found('somebody got nothing', `${id} is ${state}`)
      if (state === 'UNKNOWN' && !reason?.text) this.found('a message of unknown fate has no reason', String(id))
    }
    if (unknown.length !== this.held)
      this.found(
        'other messages than those under way at a kill are of unknown fate',
        `${unknown.length} of ${this.held}`,
      )
    const counts = await this.counts()
    if (counts.unknown !== unknown.length || counts.sent !== rows.length - unknown.length)
      this.found('the campaign counts otherwise than its messages', JSON.stringify(counts))
    return {
      sent: rows.length - unknown.length,
      unknown: unknown.length,
      unknownArrived: unknown.filter((row) => taken.has(this.nameOf(row))).length,
    }
  }

  async remove(): Promise<void> {
    this.worker?.child.kill('SIGKILL')
    await this.worker?.ended
    await this.own.sink.close()
    await rm(this.own.folder, { recursive: true, force: true })
  }

  private start(): Run {
    const { by, url, folder, sink } = this.own
    this.worker = runWorker(url, folder, by === 'SMS' ? textingTo(sink) : sendingTo(sink))
    return this.worker
  }

  /** How often each message was taken, by what it is told by at the other end. */
  private taken(): Map<string, number> {
    const times = new Map<string, number>()
    for (const said of this.own.sink.taken) {
      // A Message-ID begins with the message's number, a phone number is the recipient's own.
      const name = String(Number.parseInt(said, 10))
      times.set(name, (times.get(name) ?? 0) + 1)
    }
    return times
  }

  private nameOf({ id, address }: { id: number; address: string }): string {
    return this.own.by === 'SMS' ? address.replace('+', '') : String(id)
  }

  /** Nothing was taken twice, and what is noted as sent was taken. */
  private async check(): Promise<void> {
    await this.own.sink.settled()
    const taken = this.taken()
    for (const [name, times] of taken) if (times > 1) this.found('somebody got two', `message ${name}, ${times} times`)
    for (const row of await this.rows())
      if (row.state === 'SENT' && !taken.has(this.nameOf(row)))
        this.found('what did not arrive is noted as sent', String(row.id))
  }

  /** What the killed worker held is free again, as when its leases and the pause before an attempt are over. */
  private async passTime(): Promise<void> {
    const { db, clock } = this.target.deps
    const now = clock.now()
    await db.updateTable('task').set({ lease_until: now }).where('state', '=', 'PROCESSING').execute()
    const held = await db
      .updateTable('recipient')
      .set({ lease_until: now })
      .where('state', '=', 'SENDING')
      .executeTakeFirst()
    this.held += Number(held.numUpdatedRows)
    await retryExpired({ db, clock })
    await db.updateTable('task').set({ scheduled: now }).where('state', '=', 'RETRY').where('due', '>', now).execute()
    // A task that was killed too often has failed; the schedule makes the next one.
    await write(programContext(this.target.deps, 'attack'), (tx) => wakeSending(tx))
    await notifyEngines({ db }, 'waiting')
  }

  private rows() {
    return this.target.deps.db
      .selectFrom('recipient')
      .select(['id', 'state', 'reason', 'address'])
      .where('campaign_id', '=', this.own.campaign.id)
      .execute()
  }

  private counts() {
    return this.target.deps.db
      .selectFrom('campaign_count')
      .select(['pending', 'sending', 'sent', 'unknown'])
      .where('campaign_id', '=', this.own.campaign.id)
      .executeTakeFirstOrThrow()
  }

  /** Whether the database has done all that killed workers had asked it for. */
  private async isLeft(): Promise<boolean> {
    const { rows } = await sql`select from pg_stat_activity where application_name = ${workerName}`.execute(
      this.target.deps.db,
    )
    return rows.length === 0
  }

  private async isOver(): Promise<boolean> {
    const { pending, sending } = await this.counts()
    return pending + sending === 0
  }

  /** Waits until something is so. Throws when the worker ends by itself before that, or after a long time. */
  private async until(isSo: () => Promise<boolean>): Promise<void> {
    const { worker } = this
    const latest = performance.now() + workWithin
    while (!(await isSo())) {
      const { exitCode = null, signalCode = null } = worker?.child ?? {}
      if (signalCode !== null) return
      if (exitCode !== null) throw new Error(`The worker ended: ${(await worker?.ended)?.errors ?? ''}`)
      if (performance.now() > latest) throw new Error(`still waiting: ${JSON.stringify(await this.counts())}`)
      await wait(20)
    }
  }

  private found(fault: string, detail: string): void {
    this.findings.push({ number: this.number, place: 'campaign', fault, detail })
  }
}
