// How many mails a worker hands to a mail server that throws them away, beside a bare loop; how much memory it takes; how
// soon a pause takes effect.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { emailConnections } from '../../server/src/domain/campaigns/channels/email-channel.ts'
import { wakeSending } from '../../server/src/domain/campaigns/sending/bulk-mail-task.ts'
import { programContext } from '../../server/src/domain/context.ts'
import type { Deps } from '../../server/src/domain/context.ts'
import { write } from '../../server/src/domain/write.ts'
import { findRunningPostgres } from '../../server/src/platform/embedded-postgres/launcher.ts'
import { runWorker } from '../../server/src/testing/server-process.ts'
import type { Run } from '../../server/src/testing/server-process.ts'
import type { BareMails } from './bare-mailer.ts'
import { makeCampaign, renderedMail } from './delivery-rows.ts'
import { verdict } from './printing.ts'

/** Mails a minute, MB above an idle worker, shares of the bare loop's pace, and s until a pause takes effect. */
const promised = { perMinute: 60_000, memory: 150, ofBare: 0.65, ofBareSigned: 0.8, pause: 2 }
const mails = 30_000
/** Signing is slow, so fewer show it. */
const signedMails = 8_000
/** How long a worker that has started is left alone before its memory is read, in ms. */
const settling = 5_000

/** Measures sending without and with signatures; `share` of the mails, to try it quickly. */
export async function measureSending(deps: Deps, folder: string, share: number): Promise<void> {
  const url = await findRunningPostgres(join(deps.config.dataFolder, 'postgres'))
  if (url === null) throw new Error('PostgreSQL does not run')
  // The worker has figures of its own; those of this process would take its time.
  await deps.analytics.feed.stop()
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const sink = await startProcess<{ port: number }>('./null-sink.ts')
  const at = { deps, url, port: sink.said.port, folder }
  try {
    console.log(`\nsending to a mail server that throws mails away, ${emailConnections} connections`)
    await measureOne(at, Math.round(mails * share), null)
    await measureOne(at, Math.round(signedMails * share), key)
  } finally {
    sink.child.disconnect()
  }
}

interface Place {
  deps: Deps
  url: string
  port: number
  folder: string
}

async function measureOne(place: Place, count: number, key: string | null): Promise<void> {
  const { deps } = place
  const bare = await barePace(place, count, key)
  const campaign = await makeCampaign(deps, count)
  const worker = await startWorker(place, key)
  try {
    const idle = memoryOf(worker)
    const began = performance.now()
    await resume(deps, campaign.id)
    let peak = idle
    let pausedIn: number | null = null
    let stood = 0
    for (;;) {
      await wait(100)
      peak = Math.max(peak, memoryOf(worker))
      const { pending, sending, sent } = await countsOf(deps, campaign.id)
      if (pending + sending === 0) break
      if (worker.child.exitCode !== null) throw new Error((await worker.ended).errors)
      if (pausedIn === null && sent > count / 2) {
        const paused = performance.now()
        pausedIn = await pause(deps, campaign.id)
        await resume(deps, campaign.id)
        stood = performance.now() - paused
      }
    }
    const pace = (count * 1000) / (performance.now() - began - stood)
    const share = pace / bare
    const least = key === null ? promised.ofBare : promised.ofBareSigned
    const isFast = key === null && pace * 60 >= promised.perMinute
    console.log(
      `${key === null ? 'without DKIM' : 'with DKIM   '}  ${perMinute(pace)} mails/min  bare loop ${perMinute(bare)}  ` +
        `${share.toFixed(2)} of it, goal ${least}${key === null ? ` and ${promised.perMinute}` : ''}   ${verdict(share >= least || isFast)}`,
    )
    const used = (peak - idle) / 1_000_000
    console.log(
      `memory above idle ${used.toFixed(0)} MB  goal ${promised.memory} MB   ${verdict(used <= promised.memory)}`,
    )
    const paused = pausedIn ?? 0
    console.log(
      `a pause takes effect in ${(paused / 1000).toFixed(2)} s  goal ${promised.pause} s   ${verdict(paused <= promised.pause * 1000)}`,
    )
  } finally {
    worker.child.kill('SIGTERM')
    await worker.ended
  }
}

/** Mails a second of the bare loop. */
async function barePace({ deps, port }: Place, count: number, key: string | null): Promise<number> {
  const { child } = await startProcess<never>('./bare-mailer.ts', false)
  const { html, text } = await renderedMail(deps)
  const asked: BareMails = { mails: count, port, connections: emailConnections, html, text, key }
  child.send(asked)
  const [{ ms }] = (await once(child, 'message')) as [{ ms: number }]
  child.disconnect()
  return (count * 1000) / ms
}

async function startWorker({ url, port, folder }: Place, key: string | null): Promise<Run> {
  const env = {
    ...{ GENSVAR_SMTP_URL: `smtp://127.0.0.1:${port}`, GENSVAR_MAIL_FROM: 'Shop <shop@shop.example>' },
    ...(key !== null && { GENSVAR_DKIM_DOMAIN: 'shop.example', GENSVAR_DKIM_SELECTOR: 'k', GENSVAR_DKIM_KEY: key }),
  }
  const worker = runWorker(url, join(folder, `worker-${key === null ? 'plain' : 'signed'}`), env)
  await new Promise<void>((resolve, reject) => {
    worker.child.stdout?.on('data', (said: Buffer) => said.toString().includes('processes tasks') && resolve())
    void worker.ended.then(({ errors }) => reject(new Error(errors)))
  })
  // It has looked at its tasks and its figures once then.
  await wait(settling)
  return worker
}

async function resume(deps: Deps, id: number): Promise<void> {
  await write(programContext(deps, 'bench'), async (tx) => {
    await tx.db.updateTable('campaign').set({ state: 'STARTED' }).where('id', '=', id).execute()
    await wakeSending(tx)
  })
}

/** Pauses a campaign; returns the time until nothing of it is under way any more, in ms. */
async function pause(deps: Deps, id: number): Promise<number> {
  await deps.db.updateTable('campaign').set({ state: 'PAUSED' }).where('id', '=', id).execute()
  const began = performance.now()
  while ((await countsOf(deps, id)).sending > 0) await wait(20)
  return performance.now() - began
}

function countsOf({ db }: Deps, id: number): Promise<{ pending: number; sending: number; sent: number }> {
  return db
    .selectFrom('campaign_count')
    .select(['pending', 'sending', 'sent'])
    .where('campaign_id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Resident memory of a process, in bytes. */
function memoryOf({ child }: Run): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
  return Number(found?.[1] ?? 0) * 1024
}

function perMinute(pace: number): string {
  return String(Math.round(pace * 60)).padStart(6)
}

async function startProcess<T>(file: string, speaks = true): Promise<{ child: ChildProcess; said: T }> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { stdio: 'inherit' })
  const [said] = speaks ? ((await once(child, 'message')) as [T]) : [undefined as T]
  return { child, said }
}
