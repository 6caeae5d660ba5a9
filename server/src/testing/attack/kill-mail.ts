import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Random } from '#server/demo/random.ts'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { programContext } from '#server/domain/context.ts'
import { tellUsers } from '#server/domain/notices/tell.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { notifyEngines } from '#server/domain/tasks/enqueue.ts'
import { retryExpired } from '#server/domain/tasks/expired.ts'
import { write } from '#server/domain/write.ts'
import { findRunningPostgres } from '#server/platform/embedded-postgres/launcher.ts'
import { bearer, createRole, createSurvey, createUniverse, createUser, signIn, smallSurvey } from '../factories.ts'
import { sendingTo } from '../mail-sink.ts'
import { NullMailServer } from '../null-mail-server.ts'
import { runWorker } from '../server-process.ts'
import type { Run } from '../server-process.ts'
import type { AttackOptions, AttackResult, AttackTarget } from './attack.ts'
import { withTarget } from './open-target.ts'

/** The result of the loop. */
export interface KillMailResult extends AttackResult {
  /** Notices that users were told, and the mails they went with. */
  notices: number
  sent: number
  /** Mails whose fate nobody knows, and those of them that arrived. */
  unknown: number
  unknownArrived: number
}

/** Users, each of whom is told once in a round. */
const users = 200
/** Latest moment of a kill after the worker took its task, in ms: notices are being written to mails. */
const killTo = 1500
/** Timeout for a worker to start and take its task, and for the last one to send everything, in ms. */
const workWithin = 120_000

const config = 'alerts: [{ extname: unhappy, title: Unhappy, when: rating <= 2 }]'

/** What the loop has of its own. */
interface OwnParts {
  sink: NullMailServer
  url: string
  folder: string
  token: string
  survey: { id: number; universeId: number }
  alertId: number
  userIds: number[]
}

/**
 * Kills the process that writes and sends the mails of notices, at random moments, while the mail server, a process of its
 * own, takes them. No mail may arrive twice and no notice go with two mails; what is noted as sent must have arrived; in
 * the end everything is sent, or its fate is unknown, and root sees which those are, with the reason.
 */
export function killMail({ rounds, seed, report = () => {} }: AttackOptions): Promise<KillMailResult> {
  return withTarget(async (target) => {
    const random = new Random(`kill-mail/${seed}`)
    const loop = await KillMail.make(target)
    try {
      for (let round = 1; round <= rounds; round++) {
        // While notices are written to mails, or while these are sent.
        const at = random.int(0, 2) === 0 ? { delay: random.int(0, killTo) } : { mails: random.int(1, users) }
        report(`round ${round} of ${rounds}: ${await loop.round(round, at)}`)
      }
      const counts = await loop.end()
      const { notices, sent, unknown, unknownArrived } = counts
      report(`${notices} notices; mails: ${sent} sent, ${unknown} of unknown fate, ${unknownArrived} of which arrived`)
      return { tried: rounds, findings: loop.findings, ...counts }
    } finally {
      await loop.remove()
    }
  })
}

class KillMail {
  readonly findings: AttackResult['findings'] = []
  private readonly target: AttackTarget
  private readonly own: OwnParts
  private worker: Run | null = null
  private number = 0
  /** Rounds in which users were told. */
  private told = 0

  private constructor(target: AttackTarget, own: OwnParts) {
    this.target = target
    this.own = own
  }

  static async make(target: AttackTarget): Promise<KillMail> {
    const { deps } = target
    const url = await findRunningPostgres(join(deps.config.dataFolder, 'postgres'))
    if (url === null) throw new Error('PostgreSQL does not run')
    const universe = await createUniverse(deps.db)
    const { surveyId, responseIds } = await createSurvey(deps.db, universe.id, { ...smallSurvey, config })
    const roleId = await createRole(deps.db, universe.id, { surveys: { [surveyId]: { canHandleAlerts: true } } })
    const userIds: number[] = []
    for (let at = 0; at < users; at++) {
      const user = { email: `told${at}@example.org`, universes: [{ universeId: universe.id, roleId }] }
      userIds.push((await createUser(deps.db, user)).id)
    }
    await write(programContext(deps, 'attack'), async (tx) =>
      raiseAlerts(tx, await loadSurveyModelById(tx, surveyId), responseIds),
    )
    const alert = await deps.db
      .selectFrom('alert')
      .select('id')
      .where('survey_id', '=', surveyId)
      .limit(1)
      .executeTakeFirstOrThrow()
    const token = await signIn(deps, await createUser(deps.db, { isRoot: true }), universe.id)
    return new KillMail(target, {
      sink: await NullMailServer.start(),
      folder: await mkdtemp(join(tmpdir(), 'gensvar-mailing-')),
      survey: { id: surveyId, universeId: universe.id },
      alertId: alert.id,
      ...{ url, token, userIds },
    })
  }

  /** Tells every user, kills the worker so long after it took its task or after so many mails, and checks what is stored. */
  async round(number: number, at: { delay: number } | { mails: number }): Promise<string> {
    this.number = number
    const { sink } = this.own
    await this.tell()
    const before = sink.taken.length
    const { promise: reached, resolve } = Promise.withResolvers<void>()
    const worker = this.start()
    if ('mails' in at)
      sink.onTaken = () => {
        if (sink.taken.length - before < at.mails) return
        worker.child.kill('SIGKILL')
        resolve()
      }
    else {
      await this.until(async () => (await this.running()) > 0 || (await this.waiting()) === 0)
      await wait(at.delay)
      worker.child.kill('SIGKILL')
    }
    // Fewer may be left than were asked for, because an earlier mail told of several notices.
    if ('mails' in at) await Promise.race([reached, this.until(async () => (await this.waiting()) === 0)])
    sink.onTaken = () => {}
    worker.child.kill('SIGKILL')
    await worker.ended
    this.worker = null
    await this.check()
    await this.passTime()
    const when = 'mails' in at ? `${at.mails} mails` : `${at.delay} ms`
    return `killed after ${when}; so far ${sink.taken.length} taken, ${this.findings.length} findings`
  }

  /** Lets a worker send everything that may still be sent, and checks all of it. */
  async end(): Promise<Omit<KillMailResult, keyof AttackResult>> {
    await this.tell()
    const worker = this.start()
    await this.until(async () => (await this.waiting()) === 0)
    worker.child.kill('SIGTERM')
    await worker.ended
    this.worker = null
    await this.check()
    const { db } = this.target.deps
    const taken = this.taken()
    const mails = await db.selectFrom('mail').select(['id', 'state', 'reason']).execute()
    const unknown = mails.filter(({ state }) => state === 'UNKNOWN')
    for (const mail of mails)
      if (mail.state !== 'SENT' && mail.state !== 'UNKNOWN')
        this.found('a mail is neither sent nor of unknown fate', JSON.stringify(mail))
    for (const { id, reason } of unknown)
      if (!reason?.text) this.found('a mail of unknown fate has no reason', String(id))
    const notices = await db.selectFrom('notice').select(['id', 'mail_id', 'mail_waits']).execute()
    for (const notice of notices)
      if (notice.mail_waits || notice.mail_id === null) this.found('a notice has no mail', JSON.stringify(notice))
    const listed = await this.target.app.inject({
      url: '/rest/notices/mails?state=UNKNOWN',
      headers: bearer(this.own.token),
    })
    if (listed.json<{ total: number }>().total !== unknown.length)
      this.found('root does not see the mails of unknown fate', listed.body.slice(0, 300))
    return {
      notices: notices.length,
      sent: mails.length - unknown.length,
      unknown: unknown.length,
      unknownArrived: unknown.filter(({ id }) => taken.has(id)).length,
    }
  }

  async remove(): Promise<void> {
    this.worker?.child.kill('SIGKILL')
    await this.worker?.ended
    await this.own.sink.close()
    await rm(this.own.folder, { recursive: true, force: true })
  }

  private start(): Run {
    const { url, folder, sink } = this.own
    this.worker = runWorker(url, folder, sendingTo(sink))
    return this.worker
  }

  private tell(): Promise<void> {
    const { survey, alertId, userIds } = this.own
    const told = userIds.map((userId) => ({ userId, objectId: alertId, occurrence: String(this.told) }))
    this.told += 1
    return write(programContext(this.target.deps, 'attack'), (tx) =>
      tellUsers(tx, survey, { event: 'mention', kind: 'alert' }, told),
    )
  }

  /** How often each mail was taken, by its id. */
  private taken(): Map<number, number> {
    const times = new Map<number, number>()
    for (const messageId of this.own.sink.taken) {
      const id = Number.parseInt(messageId, 10)
      times.set(id, (times.get(id) ?? 0) + 1)
    }
    return times
  }

  /** Nothing was taken twice, and what is noted as sent was taken. */
  private async check(): Promise<void> {
    await this.own.sink.settled()
    const taken = this.taken()
    for (const [id, times] of taken)
      if (times > 1) this.found('a mail arrived more than once', `mail ${id}, ${times} times`)
    const sent = await this.target.deps.db.selectFrom('mail').select('id').where('state', '=', 'SENT').execute()
    for (const { id } of sent) if (!taken.has(id)) this.found('a mail that did not arrive is noted as sent', String(id))
  }

  /** What the killed worker held is free again, as when its leases and the pause before an attempt are over. */
  private async passTime(): Promise<void> {
    const { db, clock } = this.target.deps
    const now = clock.now()
    await db.updateTable('task').set({ lease_until: now }).where('state', '=', 'PROCESSING').execute()
    await db.updateTable('mail').set({ lease_until: now }).where('state', '=', 'SENDING').execute()
    await retryExpired({ db, clock })
    await db.updateTable('task').set({ scheduled: now }).where('state', '=', 'RETRY').where('due', '>', now).execute()
    await notifyEngines({ db }, 'waiting')
  }

  /** Mail tasks that a worker is running. */
  private async running(): Promise<number> {
    const { db } = this.target.deps
    const type = 'NOTIFICATION_MAIL'
    return (
      await db.selectFrom('task').select('id').where('state', '=', 'PROCESSING').where('type', '=', type).execute()
    ).length
  }

  /** Notices that wait for their mail, and mails that wait to be sent or are under way. */
  private async waiting(): Promise<number> {
    const { db } = this.target.deps
    const notices = await db.selectFrom('notice').select('id').where('mail_waits', '=', true).execute()
    const mails = await db.selectFrom('mail').select('id').where('state', 'in', ['PENDING', 'SENDING']).execute()
    return notices.length + mails.length
  }

  /** Waits until something is so. Throws when the worker ends by itself before that, or after a long time. */
  private async until(isSo: () => Promise<boolean>): Promise<void> {
    const { worker } = this
    const latest = performance.now() + workWithin
    while (!(await isSo())) {
      const { exitCode = null, signalCode = null } = worker?.child ?? {}
      if (signalCode !== null) return
      if (exitCode !== null) throw new Error(`The worker ended: ${(await worker?.ended)?.errors ?? ''}`)
      if (performance.now() > latest) throw new Error(`${await this.waiting()} notices and mails still wait`)
      await wait(20)
    }
  }

  private found(fault: string, detail: string): void {
    this.findings.push({ number: this.number, place: 'mail', fault, detail })
  }
}
